;; n = 1: (one 1)
;; n = -1: (minus-one -1)
;; n = 1152921504606846975: (large 1152921504606846975)
;; n = 2: (none 2)
;; Constants that an object is compared with as it is: numbers, and what is no number.
constant 0 = integer {n}
constant 1 = integer 1
constant 2 = integer -1
constant 3 = integer 1152921504606846975
constant 4 = symbol one
constant 5 = symbol minus-one
constant 6 = symbol large
constant 7 = symbol none
constant 8 = character "a"
function 0 (0 arguments, 6 slots)
  block 0 (live)
    constant 2 0
    immediate 3 2
    cons 3 2 3
    unless-eq-constant 2 1 1
    constant 4 4
    jump 4
  block 1 (live 2 3)
    unless-eq-constant 2 2 2
    constant 4 5
    jump 4
  block 2 (live 2 3)
    unless-eq-constant 2 3 3
    constant 4 6
    jump 4
  block 3 (live 2 3)
    constant 4 7
    unless-eq-constant 4 7 5
    constant 5 8
    unless-eq-constant 5 8 5
    unless-eq-constant 5 7 4
    immediate 4 0
  block 4 (live 3 4)
    cons 3 4 3
    return 3
  block 5 (live 3)
    return 3
