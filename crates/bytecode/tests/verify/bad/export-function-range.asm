;; error: export 0 refers to function 1, but there are 1
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
export f function 1
