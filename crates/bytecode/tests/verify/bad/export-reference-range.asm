;; error: export 0 refers to reference 0, but there are 0
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
export f reference 0
