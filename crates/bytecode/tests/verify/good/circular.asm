;; A list that ends in itself, with a vector of it.
constant 0 = symbol a
constant 1 = hole
constant 2 = vector 1 0 1
constant 3 = pair 2 1
constant 4 = pair 0 3
constant 5 = tie 1 4
function 0 (0 arguments, 3 slots)
  block 0 (live)
    constant 2 5
    return 2
