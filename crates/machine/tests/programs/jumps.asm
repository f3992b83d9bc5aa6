;; n = 1: (one . 3)
;; n = 2: (two . 3)
;; n = 3: (#f . 3)
;; Ways that part and meet again, by jumps over blocks.
constant 0 = integer {n}
constant 1 = symbol one
constant 2 = symbol two
function 0 (0 arguments, 6 slots)
  block 0 (live)
    constant 2 0
    fixnum 3 3
    unless=i 2 1 1
    constant 2 1
    jump 3
  block 1 (live 2 3)
    unless=i 2 2 2
    constant 2 2
    jump 3
  block 2 (live 3)
    immediate 2 0
  block 3 (live 2 3)
    cons 2 2 3
    return 2
