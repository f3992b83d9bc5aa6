;; The second procedure takes a condition and ends the process.
primitive 0 = %halt
function 0 (0 arguments, 2 slots)
  block 0 (live)
    fixnum 1 0
    return 1
function 1 (1 argument, 4 slots)
  block 0 (live 2)
    tail-call-primitive 0 0 0
