;; error: the unit has imports that are not in ascending order, each once
import 0 = scheme/write 0000000000000000000000000000000000000000000000000000000000000000
import 1 = scheme/base 0000000000000000000000000000000000000000000000000000000000000000
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
