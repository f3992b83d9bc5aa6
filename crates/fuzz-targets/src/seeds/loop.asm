;; A loop that makes garbage, and a recursion that fills the stack.
function 0 (0 arguments, 8 slots)
  block 0 (live)
    fixnum 2 300
    immediate 3 2
  block 1 (live 2 3)
    unless>i 2 0 3
  block 2 (live 2 3)
    cons 4 2 3
    cons 3 4 3
    add-i 2 2 -1
    loop 1
  block 3 (live 3)
    fixnum 6 100
    call-known 4 1 1
  block 4 (live 3 4)
    cons 3 4 3
    return 3
function 1 (1 argument, 8 slots)
  block 0 (live 2)
    unless>i 2 0 2
    add-i 6 2 -1
    call-known 4 1 1
  block 1 (live 2 4)
    cons 2 2 4
  block 2 (live 2)
    return 2
