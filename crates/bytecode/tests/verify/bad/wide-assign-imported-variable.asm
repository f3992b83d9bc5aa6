;; error: block 0 assigns reference 0, a variable of another library
import 0 = scheme/base 0000000000000000000000000000000000000000000000000000000000000000
reference 0 = imported 0 car
function 0 (0 arguments, 6 slots)
  block 0 (live)
    fixnum 2 0
    set-global-wide 2 0
    return 2
