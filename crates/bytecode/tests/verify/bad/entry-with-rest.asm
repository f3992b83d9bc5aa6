;; error: function 0 is the entry and must be code without parameters and free values
function 0 (0 arguments, rest, 3 slots)
  block 0 (live 2)
    return 2
