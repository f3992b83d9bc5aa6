;; error: function 1 has 256 slots, but needs at least 4294967295
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
function 1 (4294967295 arguments, 256 slots)
  block 0 (live)
    return 2
