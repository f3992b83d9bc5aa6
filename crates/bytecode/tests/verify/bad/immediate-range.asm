;; error: block 0 has immediate 6, which is not below 6
function 0 (0 arguments, 6 slots)
  block 0 (live)
    immediate 2 6
    return 2
