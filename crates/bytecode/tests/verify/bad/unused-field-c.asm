;; error: has an instruction whose unused field c is not zero
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    word 0x01020200                        ; move 2 2, with c = 1
    return 2
