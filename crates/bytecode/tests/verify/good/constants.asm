;; Every kind of constant and of name.
unit "name with spaces"
import 0 = scheme/base 0000000000000000000000000000000000000000000000000000000000000000
import 1 = scheme/base aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
import 2 = scheme/list 0000000000000000000000000000000000000000000000000000000000000000
reference 0 = imported 2 fold
reference 1 = interactive "a;b"
reference 2 = own ""
constant 0 = immediate #f
constant 1 = immediate #t
constant 2 = immediate null
constant 3 = immediate unspecified
constant 4 = immediate eof
constant 5 = immediate absent
constant 6 = character "a"
constant 7 = character "\x0;"
constant 8 = integer 0
constant 9 = integer -129
constant 10 = integer 1152921504606846975
constant 11 = integer 0x12345678923456789234567892345678923456789234567892345678923456789234567892345678923456789234567892345678923456789234567892345678923456789234567892345678923456789
constant 12 = ratio 9 10
constant 13 = flonum -0.0
constant 14 = flonum 1e100
constant 15 = flonum 0x7ff8000000000001
constant 16 = symbol =
constant 17 = symbol "two words"
constant 18 = string ""
constant 19 = bytevector
constant 20 = bytevector 00 7f ff
constant 21 = pair 2 2
constant 22 = vector
constant 23 = vector 21 21 12 18 6
constant 24 = record-type point example/points x y
function 0 (0 arguments, 4 slots)
  block 0 (live)
    constant 2 10
    unless-eq-constant 2 10 1
    unless-eq-constant 2 6 1
    unless-eq-constant 2 16 1
    unless-eq-constant 2 5 1
    constant 2 24
    fixnum 3 1
    record 2 2 1
    unless-kind 2 record 1
    kind? 3 2 exact-integer
    immediate 3 5
  block 1 (live 2)
    return 2
