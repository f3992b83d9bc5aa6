;; n = 0: 0
;; n = 1: 127
;; n = 2: died: range: bytevector-u8-ref: index out of range, 0 to 1 are valid (2 Bytevector)
;; n = 9: died: frozen: bytevector-u8-set!: this object cannot be changed (a literal, or it came in a message); change a copy (Bytevector)
;; A constant bytevector is read, and not written.
constant 0 = integer {n}
constant 1 = bytevector 00 7f
function 0 (0 arguments, 6 slots)
  block 0 (live)
    constant 2 0
    constant 3 1
    unless=i 2 9 1
    fixnum 2 0
    bytevector-set 3 2 2
    return 2
  block 1 (live 2 3)
    bytevector-ref 4 3 2
    return 4
