;; error: export 0 is reference 0, an interactive variable
reference 0 = interactive x
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
export x reference 0
