;; The smallest unit.
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
