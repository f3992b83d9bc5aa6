;; error: function 0 is the entry and must be code without parameters and free values
function 0 (clauses 1)
function 1 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
