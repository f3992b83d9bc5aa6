;;; Flonums: R7RS-large, SRFI 144.

(define-library (scheme flonum)
  (import (srfi 144))
  (export
    fl* fl+ fl+* fl- fl-1/e fl-1/log-10 fl-1/log-2 fl-1/log-phi fl-1/pi
    fl-1/sqrt-2 fl-2/pi fl-2/sqrt-pi fl-2pi fl-4thrt-2 fl-cbrt-2 fl-cbrt-3
    fl-cos-1 fl-degree fl-e fl-e-2 fl-e-euler fl-e-pi/4 fl-epsilon
    fl-euler fl-fast-fl+* fl-gamma-1/2 fl-gamma-1/3 fl-gamma-2/3
    fl-greatest fl-integer-exponent-nan fl-integer-exponent-zero fl-least
    fl-log-10 fl-log-2 fl-log-3 fl-log-phi fl-log-pi fl-log10-e fl-log2-e
    fl-phi fl-pi fl-pi-squared fl-pi/2 fl-pi/4 fl-sin-1 fl-sqrt-10
    fl-sqrt-2 fl-sqrt-3 fl-sqrt-5 fl/ fl<=? fl<? fl=? fl>=? fl>? flabs
    flabsdiff flacos flacosh fladjacent flasin flasinh flatan flatanh
    flcbrt flceiling flcopysign flcos flcosh fldenominator fldenormalized?
    flerf flerfc fleven? flexp flexp-1 flexp2 flexponent flexpt flfinite?
    flfirst-bessel flfloor flgamma flhypot flinfinite? flinteger-exponent
    flinteger-fraction flinteger? fllog fllog1+ fllog10 fllog2 flloggamma
    flmax flmin flnan? flnegative? flnormalized-fraction-exponent
    flnormalized? flnumerator flodd? flonum flonum? flposdiff flpositive?
    flquotient flremainder flremquo flround flsecond-bessel flsgn
    flsign-bit flsin flsinh flsqrt flsquare fltan fltanh fltruncate
    flunordered? flzero? make-fllog-base make-flonum))
