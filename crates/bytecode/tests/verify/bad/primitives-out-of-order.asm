;; error: the unit has primitives that are not in ascending order, each once
primitive 0 = %call/cc
primitive 1 = %apply
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
