;; error: block 0 has an instruction that goes past the end of the block
function 0 (0 arguments, 3 slots)
  block 0 (live)
    word 0x00010206                        ; closure 2 1
    word 0xffffffff
function 1 (0 arguments, 3 free, 3 slots)
  block 0 (live 1)
    return 1
