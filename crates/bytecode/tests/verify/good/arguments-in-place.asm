;; A tail call with base 0 uses the arguments as they are.
reference 0 = interactive f
function 0 (0 arguments, 2 slots)
  block 0 (live)
    tail-call-global 0 0 0
function 1 (2 arguments, 4 slots)
  block 0 (live 2 3)
    tail-call-global 0 2 0
function 2 (2 arguments, 1 free, 4 slots)
  block 0 (live 1 2 3)
    tail-call 0 2
