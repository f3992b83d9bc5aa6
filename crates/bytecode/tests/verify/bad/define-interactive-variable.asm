;; error: block 0 defines reference 0, which is not a variable of this unit
reference 0 = interactive x
function 0 (0 arguments, 6 slots)
  block 0 (live)
    fixnum 2 0
    define-global 2 0
    return 2
