;;; Constants for flonums. All digits that a flonum can hold were computed with
;;; 400 bits and rounded once.

;;> fl-e: e. SRFI 144.
;;> Example: fl-e => 2.718281828459045
(define fl-e 2.718281828459045)

;;> fl-1/e: 1/e. SRFI 144.
;;> Example: fl-1/e => 0.36787944117144233
(define fl-1/e 0.36787944117144233)

;;> fl-e-2: e squared. SRFI 144.
;;> Example: fl-e-2 => 7.38905609893065
(define fl-e-2 7.38905609893065)

;;> fl-e-pi/4: e to pi/4. SRFI 144.
;;> Example: fl-e-pi/4 => 2.1932800507380152
(define fl-e-pi/4 2.1932800507380152)

;;> fl-log2-e: the logarithm of e to base 2. SRFI 144.
;;> Example: fl-log2-e => 1.4426950408889634
(define fl-log2-e 1.4426950408889634)

;;> fl-log10-e: the logarithm of e to base 10. SRFI 144.
;;> Example: fl-log10-e => 0.4342944819032518
(define fl-log10-e 0.4342944819032518)

;;> fl-log-2: the logarithm of 2. SRFI 144.
;;> Example: fl-log-2 => 0.6931471805599453
(define fl-log-2 0.6931471805599453)

;;> fl-1/log-2: 1 by the logarithm of 2. SRFI 144.
;;> Example: fl-1/log-2 => 1.4426950408889634
(define fl-1/log-2 1.4426950408889634)

;;> fl-log-3: the logarithm of 3. SRFI 144.
;;> Example: fl-log-3 => 1.0986122886681098
(define fl-log-3 1.0986122886681098)

;;> fl-log-pi: the logarithm of pi. SRFI 144.
;;> Example: fl-log-pi => 1.1447298858494002
(define fl-log-pi 1.1447298858494002)

;;> fl-log-10: the logarithm of 10. SRFI 144.
;;> Example: fl-log-10 => 2.302585092994046
(define fl-log-10 2.302585092994046)

;;> fl-1/log-10: 1 by the logarithm of 10. SRFI 144.
;;> Example: fl-1/log-10 => 0.4342944819032518
(define fl-1/log-10 0.4342944819032518)

;;> fl-pi: pi. SRFI 144.
;;> Example: fl-pi => 3.141592653589793
(define fl-pi 3.141592653589793)

;;> fl-1/pi: 1/pi. SRFI 144.
;;> Example: fl-1/pi => 0.3183098861837907
(define fl-1/pi 0.3183098861837907)

;;> fl-2pi: 2 pi. SRFI 144.
;;> Example: fl-2pi => 6.283185307179586
(define fl-2pi 6.283185307179586)

;;> fl-pi/2: pi/2. SRFI 144.
;;> Example: fl-pi/2 => 1.5707963267948966
(define fl-pi/2 1.5707963267948966)

;;> fl-pi/4: pi/4. SRFI 144.
;;> Example: fl-pi/4 => 0.7853981633974483
(define fl-pi/4 0.7853981633974483)

;;> fl-pi-squared: pi squared. SRFI 144.
;;> Example: fl-pi-squared => 9.869604401089358
(define fl-pi-squared 9.869604401089358)

;;> fl-degree: pi/180, a degree in radians. SRFI 144.
;;> Example: fl-degree => 0.017453292519943295
(define fl-degree 0.017453292519943295)

;;> fl-2/pi: 2/pi. SRFI 144.
;;> Example: fl-2/pi => 0.6366197723675814
(define fl-2/pi 0.6366197723675814)

;;> fl-2/sqrt-pi: 2 by the root of pi. SRFI 144.
;;> Example: fl-2/sqrt-pi => 1.1283791670955126
(define fl-2/sqrt-pi 1.1283791670955126)

;;> fl-sqrt-2: the root of 2. SRFI 144.
;;> Example: fl-sqrt-2 => 1.4142135623730951
(define fl-sqrt-2 1.4142135623730951)

;;> fl-sqrt-3: the root of 3. SRFI 144.
;;> Example: fl-sqrt-3 => 1.7320508075688772
(define fl-sqrt-3 1.7320508075688772)

;;> fl-sqrt-5: the root of 5. SRFI 144.
;;> Example: fl-sqrt-5 => 2.23606797749979
(define fl-sqrt-5 2.23606797749979)

;;> fl-sqrt-10: the root of 10. SRFI 144.
;;> Example: fl-sqrt-10 => 3.1622776601683795
(define fl-sqrt-10 3.1622776601683795)

;;> fl-1/sqrt-2: 1 by the root of 2. SRFI 144.
;;> Example: fl-1/sqrt-2 => 0.7071067811865476
(define fl-1/sqrt-2 0.7071067811865476)

;;> fl-cbrt-2: the cube root of 2. SRFI 144.
;;> Example: fl-cbrt-2 => 1.2599210498948732
(define fl-cbrt-2 1.2599210498948732)

;;> fl-cbrt-3: the cube root of 3. SRFI 144.
;;> Example: fl-cbrt-3 => 1.4422495703074083
(define fl-cbrt-3 1.4422495703074083)

;;> fl-4thrt-2: the fourth root of 2. SRFI 144.
;;> Example: fl-4thrt-2 => 1.189207115002721
(define fl-4thrt-2 1.189207115002721)

;;> fl-phi: the golden ratio. SRFI 144.
;;> Example: fl-phi => 1.618033988749895
(define fl-phi 1.618033988749895)

;;> fl-log-phi: the logarithm of the golden ratio. SRFI 144.
;;> Example: fl-log-phi => 0.48121182505960347
(define fl-log-phi 0.48121182505960347)

;;> fl-1/log-phi: 1 by that. SRFI 144.
;;> Example: fl-1/log-phi => 2.0780869212350277
(define fl-1/log-phi 2.0780869212350277)

;;> fl-euler: Euler's constant. SRFI 144.
;;> Example: fl-euler => 0.5772156649015329
(define fl-euler 0.5772156649015329)

;;> fl-e-euler: e to Euler's constant. SRFI 144.
;;> Example: fl-e-euler => 1.781072417990198
(define fl-e-euler 1.781072417990198)

;;> fl-sin-1: the sine of 1. SRFI 144.
;;> Example: fl-sin-1 => 0.8414709848078965
(define fl-sin-1 0.8414709848078965)

;;> fl-cos-1: the cosine of 1. SRFI 144.
;;> Example: fl-cos-1 => 0.5403023058681398
(define fl-cos-1 0.5403023058681398)

;;> fl-gamma-1/2: gamma of 1/2. SRFI 144.
;;> Example: fl-gamma-1/2 => 1.772453850905516
(define fl-gamma-1/2 1.772453850905516)

;;> fl-gamma-1/3: gamma of 1/3. SRFI 144.
;;> Example: fl-gamma-1/3 => 2.6789385347077475
(define fl-gamma-1/3 2.6789385347077475)

;;> fl-gamma-2/3: gamma of 2/3. SRFI 144.
;;> Example: fl-gamma-2/3 => 1.3541179394264005
(define fl-gamma-2/3 1.3541179394264005)

;;> fl-greatest: the greatest finite flonum. SRFI 144.
;;> Example: fl-greatest => 1.7976931348623157e308
(define fl-greatest 1.7976931348623157e308)

;;> fl-least: the least positive flonum. SRFI 144.
;;> Example: (/ fl-least 2) => 0.0
(define fl-least 5e-324)

;;> fl-epsilon: the difference between 1 and the next flonum. SRFI 144.
;;> Example: fl-epsilon => 2.220446049250313e-16
(define fl-epsilon 2.220446049250313e-16)

;;> fl-fast-fl+*: whether (fl+* x y z) is as fast as a product and a sum: #f.
;;> SRFI 144.
;;> Example: fl-fast-fl+* => #f
(define fl-fast-fl+* #f)

;;> fl-integer-exponent-zero: what flinteger-exponent returns for 0. SRFI 144.
;;> Example: (= fl-integer-exponent-zero (flinteger-exponent 0.0)) => #t
(define fl-integer-exponent-zero -2147483648)

;;> fl-integer-exponent-nan: what flinteger-exponent returns for NaN. SRFI 144.
;;> Example: (= fl-integer-exponent-nan (flinteger-exponent +nan.0)) => #t
(define fl-integer-exponent-nan 2147483647)
