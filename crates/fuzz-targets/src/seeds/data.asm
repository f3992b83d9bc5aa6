;; Pairs, records, numbers, and variables; errors of every kind when operands change.
unit example/data
reference 0 = own total
constant 0 = integer 1152921504606846975
constant 1 = flonum 1.5
constant 2 = record-type point example/points x y
constant 3 = integer 1
constant 4 = pair 3 3
constant 5 = vector 3 4
constant 6 = string "text"
constant 7 = bytevector 01 02
constant 8 = ratio 3 0
constant 9 = complex 8 3
constant 10 = complex 1 1
function 0 (0 arguments, 10 slots)
  block 0 (live)
    constant 2 0
    add-i 2 2 5
    constant 3 1
    multiply 4 2 3
    define-global 4 0
    global 5 0
    cons 6 5 4
    set-car 6 2
    car 7 6
    cdr 8 6
    < 7 7 8
    constant 5 5
    fixnum 7 1
    vector-ref 8 5 7
    vector-length 9 5
    constant 5 6
    string-ref 8 5 7
    constant 5 7
    bytevector-ref 8 5 7
    constant 3 2
    move 4 2
    move 5 6
    record 4 3 2
    record-ref 5 4 3 1
    record-set 4 3 2 0
    constant 8 8
    subtract 8 8 2
    quotient 8 2 7
    remainder 9 2 7
    unless-record 4 3 1
    unless-pair 6 1
    cons 6 8 4
  block 1 (live 6)
    return 6
