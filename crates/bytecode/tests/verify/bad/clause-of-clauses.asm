;; error: function 1 has clause 2, which is not a function with code
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
function 1 (clauses 2)
function 2 (clauses 0)
