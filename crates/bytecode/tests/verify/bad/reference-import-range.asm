;; error: reference 0 refers to import 1, but there are 1
import 0 = scheme/base 0000000000000000000000000000000000000000000000000000000000000000
reference 0 = imported 1 car
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
