;;; Arithmetic on fixnums.

(define-library (srfi 143)
  (import (mound syntax) (mound base)
          (only (srfi 151) bit-field-reverse bit-field-rotate))
  (export
    fixnum? fx* fx+ fx*/carry fx+/carry fx- fx-/carry fx-greatest fx-least
    fx-width fx<=? fx<? fx=? fx>=? fx>? fxabs fxand fxarithmetic-shift
    fxarithmetic-shift-left fxarithmetic-shift-right fxbit-count fxbit-field
    fxbit-field-reverse fxbit-field-rotate fxbit-set? fxcopy-bit fxeven?
    fxfirst-set-bit fxif fxior fxlength fxmax fxmin fxneg fxnegative? fxnot
    fxodd? fxpositive? fxquotient fxremainder fxsqrt fxsquare fxxor fxzero?)
  (include "143.scm"))
