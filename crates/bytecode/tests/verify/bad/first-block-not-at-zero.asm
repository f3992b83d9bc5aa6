;; error: function 0 begins with a block at word 1, not 0
function 0 (0 arguments, 3 slots)
    fixnum 2 0
  block 0 (live)
    fixnum 2 0
    return 2
