;; error: block 0 has a closure whose unused bytes are not zero
function 0 (0 arguments, 6 slots)
  block 0 (live)
    fixnum 2 0
    word 0x00010206                        ; closure 2 1
    word 2
    word 0x00030202
    return 2
function 1 (1 argument, 2 free, 3 slots)
  block 0 (live 1 2)
    return 2
