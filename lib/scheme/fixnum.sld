;;; Fixnums: R7RS-large, SRFI 143.

(define-library (scheme fixnum)
  (import (srfi 143))
  (export
    fixnum? fx* fx*/carry fx+ fx+/carry fx- fx-/carry fx-greatest fx-least
    fx-width fx<=? fx<? fx=? fx>=? fx>? fxabs fxand fxarithmetic-shift
    fxarithmetic-shift-left fxarithmetic-shift-right fxbit-count
    fxbit-field fxbit-field-reverse fxbit-field-rotate fxbit-set?
    fxcopy-bit fxeven? fxfirst-set-bit fxif fxior fxlength fxmax fxmin
    fxneg fxnegative? fxnot fxodd? fxpositive? fxquotient fxremainder
    fxsqrt fxsquare fxxor fxzero?))
