;; n = 0: 0
;; n = 255: 255
;; n = 256: died: type: bytevector-u8-set!: argument 3 must be a byte, 0 to 255 (256)
;; n = -1: died: type: bytevector-u8-set!: argument 3 must be a byte, 0 to 255 (-1)
;; Only a byte fits into a bytevector, and none into a constant one.
primitive 0 = make-bytevector
constant 0 = integer {n}
constant 1 = bytevector 00 7f
function 0 (0 arguments, 10 slots)
  block 0 (live)
    constant 2 0
    fixnum 3 1
    fixnum 4 0
    primitive 5 3 2 0
    bytevector-set 5 4 2
    bytevector-ref 6 5 4
    return 6
