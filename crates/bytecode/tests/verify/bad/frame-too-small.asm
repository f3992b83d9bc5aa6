;; error: function 1 has 3 slots, but needs at least 4 and may have 256
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
function 1 (2 arguments, 3 slots)
  block 0 (live 2 3)
    return 2
