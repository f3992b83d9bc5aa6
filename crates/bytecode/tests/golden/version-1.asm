;; Uses each part of the format at least once. Never changed: version 1 stays as it is.
unit example/golden
import 0 = scheme/base 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
primitive 0 = %apply
primitive 1 = %dynamic
reference 0 = own counter
reference 1 = interactive display
reference 2 = imported 0 list
constant 0 = immediate #t
constant 1 = character "λ"
constant 2 = integer -301
constant 3 = integer 340282366920938463463374607431768211456
constant 4 = ratio 2 3
constant 5 = flonum 0.1
constant 6 = symbol counter
constant 7 = string "text"
constant 8 = bytevector 00 ff
constant 9 = pair 6 2
constant 10 = vector 9 9
constant 11 = record-type point example/golden x y
function 0 (0 arguments, 8 slots)
  block 0 (live)
    constant 2 11
    fixnum 3 -2
    define-global 3 0
    immediate 4 2
    closure 5 1 2 2 3
    global 6 1
    primitive 7 2 0 1
    call-global 2 0 2
  block 1 (live 2)
    unless-eq-constant 2 0 2
    return 2
  block 2 (live 2)
    add-i 2 2 -1
    unless-kind 2 exact-integer 3
    loop 2
  block 3 (live 2)
    tail-call-known 0 0 3
function 1 (1 argument, rest, 2 free, 6 slots)
  block 0 (live 1 2 3)
    free 4 1
    move 5 3
    tail-call-primitive 2 2 0
function 2 (clauses 1, 2 free)
function 3 (0 arguments, 3 slots)
  block 0 (live)
    constant 2 10
    return 2
export counter reference 0
export example function 3
