;; error: block 0 uses control primitive `%call/cc` like a leaf primitive
primitive 0 = %call/cc
function 0 (0 arguments, 6 slots)
  block 0 (live)
    fixnum 2 0
    primitive 2 2 1 0
    return 2
