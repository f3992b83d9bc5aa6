;; error: block 0 has kind 99, which is not below
function 0 (0 arguments, 6 slots)
  block 0 (live)
    fixnum 2 0
    kind? 2 2 99
    return 2
