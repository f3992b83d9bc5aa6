;; error: block 0 compares identity with constant 0, which is not an immediate value
constant 0 = string "a"
function 0 (0 arguments, 6 slots)
  block 0 (live)
    fixnum 2 0
    unless-eq-constant 2 0 1
    return 2
  block 1 (live 2)
    return 2
