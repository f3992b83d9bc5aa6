;; error: function 1 has clause 0 with 0 free values instead of 2
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
function 1 (clauses 0, 2 free)
