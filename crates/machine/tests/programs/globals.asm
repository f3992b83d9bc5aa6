;; n = 6: (7 procedure (6))
;; Variables: defined, assigned, read; a list stays the same object.
reference 0 = own count
reference 1 = own f
reference 2 = own items
constant 0 = integer {n}
function 0 (0 arguments, 10 slots)
  block 0 (live)
    constant 2 0
    define-global 2 0
    closure 3 1 1 2
    define-global 3 1
    call-global 4 0 1
  block 1 (live 2 4)
    set-global 4 0
    immediate 3 2
    cons 3 2 3
    define-global 3 2
    global 5 2
    unless-eq 3 5 2
    global 6 1
    global 7 0
    immediate 8 2
    cons 8 5 8
    cons 8 6 8
    cons 8 7 8
    return 8
  block 2 (live 3)
    immediate 2 0
    return 2
function 1 (0 arguments, 1 free, 4 slots)
  block 0 (live 1)
    free 2 0
    add-i 2 2 1
    return 2
