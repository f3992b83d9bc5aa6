;; error: block 0 uses leaf primitive `%dynamic` like a control primitive
primitive 0 = %dynamic
function 0 (0 arguments, 6 slots)
  block 0 (live)
    tail-call-primitive 2 0 0
