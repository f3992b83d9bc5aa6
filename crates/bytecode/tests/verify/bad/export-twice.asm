;; error: export 1 has the name `f`, which is exported twice
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2

export f function 0
export f function 0
