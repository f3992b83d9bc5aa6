;; error: block 0 refers to function 1, but there are 1
function 0 (0 arguments, 6 slots)
  block 0 (live)
    function 2 1
    return 2
