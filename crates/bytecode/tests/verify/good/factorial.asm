;; A loop, a known call, an exported procedure and a variable.
unit example/factorial
reference 0 = own counter
constant 0 = integer 170141183460469231731687303715884105728
constant 1 = string "done; (\"quoted\")\n"
function 0 (0 arguments, 5 slots)
  block 0 (live)
    constant 2 0
    define-global 2 0
    fixnum 4 10
    call-known 2 1 1
  block 1 (live 2)
    constant 2 1
    return 2
function 1 (1 argument, 4 slots)
  block 0 (live 2)
    fixnum 3 1
  block 1 (live 2 3)
    unless>i 2 0 3
  block 2 (live 2 3)
    multiply 3 3 2
    add-i 2 2 -1
    loop 1
  block 3 (live 3)
    return 3
export factorial function 1
export counter reference 0
