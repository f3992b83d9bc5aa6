;; error: block 0 calls primitive `%apply` with 1 arguments, which it does not accept
primitive 0 = %apply
function 0 (0 arguments, 6 slots)
  block 0 (live)
    fixnum 4 0
    tail-call-primitive 2 1 0
