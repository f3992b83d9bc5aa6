;; Constants that are vectors of numbers of one kind.
constant 0 = numbers s16 01 00 fe ff
constant 1 = numbers c128
constant 2 = numbers f32 00 00 80 3f
constant 3 = vector 0 1 2
function 0 (0 arguments, 3 slots)
  block 0 (live)
    constant 2 3
    return 2
