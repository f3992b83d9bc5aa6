;; error: in function 0, block 2 goes to block 1, which needs slot 3, but it is not live
function 0 (0 arguments, 4 slots)
  block 0 (live)
    fixnum 2 0
    fixnum 3 0
  block 1 (live 2 3)
    when 2 3
  block 2 (live 2)
    loop 1
  block 3 (live 3)
    return 3
