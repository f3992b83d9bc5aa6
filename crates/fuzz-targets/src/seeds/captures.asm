;; Known calls, closures, a frame with a live slot, boxes, calls of what is no procedure.
function 0 (0 arguments, 9 slots)
  block 0 (live)
    fixnum 4 20
    call-known 2 1 1
  block 1 (live 2)
    box 3 2
    closure 4 2 2 3 2
    fixnum 7 1
    move 6 4
    call 5 1
  block 2 (live 3 5)
    unbox 6 3
    cons 6 6 5
    fixnum 8 3
    call 7 0
  block 3 (live 6)
    return 6
function 1 (1 argument, 8 slots)
  block 0 (live 2)
    add-i 6 2 -1
    unless>i 2 0 2
    call-known 4 1 1
  block 1 (live 2 4)
    add 2 2 4
  block 2 (live 2)
    return 2
function 2 (1 argument, 2 free, 6 slots)
  block 0 (live 1 2)
    free 3 0
    unbox 4 3
    add 4 4 2
    set-box 3 4
    free 3 1
    return 3
