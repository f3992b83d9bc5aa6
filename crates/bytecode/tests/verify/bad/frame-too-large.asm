;; error: function 0 has 257 slots, but needs at least 2 and may have 256
function 0 (0 arguments, 257 slots)
  block 0 (live)
    fixnum 2 0
    return 2
