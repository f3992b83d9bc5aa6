;; error: function 0 is the entry and must be code without parameters and free values
function 0 (0 arguments, 1 free, 3 slots)
  block 0 (live 1)
    free 2 0
    return 2
