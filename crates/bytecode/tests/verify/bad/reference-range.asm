;; error: block 0 refers to reference 0, but there are 0
function 0 (0 arguments, 6 slots)
  block 0 (live)
    global 2 0
    return 2
