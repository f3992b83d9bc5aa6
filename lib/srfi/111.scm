;;; Boxes: records of one field.

;;> (box object): a new box that holds the object. SRFI 111.
;;> Example: (unbox (box 5)) => 5
;;> (box? object): whether it is a box. SRFI 111.
;;> Example: (box? 5) => #f
;;> (unbox box): what it holds. Raises type. SRFI 111.
;;> Example: (unbox (box 'a)) => a
;;> (set-box! box object): makes it hold the object. Raises type, frozen. SRFI
;;> 111.
;;> Example: (let ((b (box 1))) (set-box! b 2) (unbox b)) => 2
(define-record-type <box>
  (box object)
  box?
  (object unbox set-box!))
