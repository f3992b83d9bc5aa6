#!/usr/bin/env mound
;;; A file.


;; Above.
(define x ; why
    1)   ; behind
(define longer-name 22)     ; behind too
(f a ; first
 b
 ;; before c
 c
 ;; at the end
 )
(g #| inside |# x #;(not this) y)
#;
(not (this either))
(let (;; the first
      (a 1) ; one
      (b 2))

  ;; apart

  a)
'; hoisted
x
#| a block
      of its own |#

--------
#!/usr/bin/env mound
;;; A file.

;; Above.
(define x               ; why
  1)                    ; behind
(define longer-name 22) ; behind too
(f a                    ; first
   b
   ;; before c
   c
   ;; at the end
   )
(g #| inside |# x #;(not this) y)
#;(not (this either))
(let (;; the first
      (a 1) ; one
      (b 2))

  ;; apart

  a)
; hoisted
'x
#| a block
      of its own |#
