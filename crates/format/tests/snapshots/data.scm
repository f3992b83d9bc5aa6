(define rows '((1 2 3)
    (4 5 6)
       (7 8 9)))
'(define (f x)
     (g x))
`(let ((,name ,value))
     ,@body
   (list , @home ,@away))
#(1 2
3)
(define numbers '(100000001 100000002 100000003 100000004 100000005 100000006 100000007 100000008))
'#u8(1 2 3)
#0=(a . #0#)
"a string  of
   two lines"

--------
(define rows '((1 2 3)
               (4 5 6)
               (7 8 9)))
'(define (f x)
   (g x))
`(let ((,name ,value))
   ,@body
   (list , @home ,@away))
#(1 2
  3)
(define numbers
  '(100000001 100000002 100000003 100000004 100000005 100000006 100000007
    100000008))
'#u8(1 2 3)
#0=(a . #0#)
"a string  of
   two lines"
