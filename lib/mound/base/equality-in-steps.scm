;;; equal? of objects that take long to compare. See steps.scm.
;;;
;;; Trees are compared as such for some hundred steps, then it is remembered for
;;; some dozen what was compared with what, and so on in turn: as long as that
;;; finds nothing known, most steps cost little, and what goes round in a circle
;;; or is reached on many ways is met again. What was compared is in classes of
;;; objects that are equal unless a difference is found elsewhere. (Adams and
;;; Dybvig, Efficient Nondestructive Equality Checking for Trees and Graphs.)

;; Steps in which what is met is remembered, before there are others again; and
;; about twice the number of those on average.
(define-syntax %remembered-steps (syntax-rules () ((_) -40)))
(define-syntax %other-steps (syntax-rules () ((_) 800)))

;; `classes` has a table from objects to their classes, the last number of a
;; sequence of chance, and whether records are compared by their fields.
(define (%equal-in-steps? a b)
  (if (%equal-part a b 400 (vector #f 1 #f)) #t #f))

;; The same, where records of one type are compared by their fields.
(define (%alike-in-steps? a b)
  (if (%equal-part a b 400 (vector #f 1 #t)) #t #f))

;; #f if there is a difference; else the steps that are left: if they are not
;; greater than 0, what is met is remembered.
(define (%equal-part a b left classes)
  (cond ((eqv? a b) left)
        ((%primitive pair? a)
         (cond ((not (%primitive pair? b)) #f)
               ((%met? a b left classes) 0)
               (else
                (let ((left (%equal-part (%primitive car a) (%primitive car b)
                                         (%one-less left classes) classes)))
                  (if left
                      (%equal-part (%primitive cdr a) (%primitive cdr b)
                                   left classes)
                      #f)))))
        ((%primitive vector? a)
         (cond ((not (%primitive vector? b)) #f)
               ((not (%primitive = (%primitive vector-length a)
                                 (%primitive vector-length b)))
                #f)
               ((%met? a b left classes) 0)
               (else
                (%equal-elements a b 0 (%one-less left classes) classes))))
        ((and (%primitive vector-ref classes 2)
              (%primitive %record-fields a b))
         => (lambda (fields)
              (if (%met? a b left classes)
                  0
                  (%equal-elements fields (%primitive %record-fields b a) 0
                                   (%one-less left classes) classes))))
        ((%equal-leaf? a b) left)
        (else #f)))

(define (%equal-elements a b index left classes)
  (if (%primitive < index (%primitive vector-length a))
      (let ((left (%equal-part (%primitive vector-ref a index)
                               (%primitive vector-ref b index) left classes)))
        (if left
            (%equal-elements a b (%primitive add index 1) left classes)
            #f))
      left))

(define (%equal-leaf? a b)
  (%or-in-steps (equal? a b)
    (cond ((%primitive string? a) (string=? a b))
          (else
           (let ((length (%primitive bytevector-length a)))
             (and (%primitive = length (%primitive bytevector-length b))
                  (%equal-bytes? a b 0 length)))))))

(define (%equal-bytes? a b start end)
  (if (%primitive < start end)
      (let ((next (min end (%primitive add start (%bytes-step)))))
        (and (%primitive equal? (%primitive bytevector-copy a start next)
                         (%primitive bytevector-copy b start next))
             (%equal-bytes? a b next end)))
      #t))

(define (%one-less left classes)
  (if (%primitive = left (%remembered-steps))
      (let ((chance (%primitive modulo
                                (%primitive add
                                 (%primitive multiply
                                  (%primitive vector-ref classes 1)
                                  1103515245)
                                 12345)
                                2147483648)))
        (%primitive vector-set! classes 1 chance)
        (%primitive add 1 (%primitive modulo (%primitive quotient chance 1024)
                                      (%other-steps))))
      (%primitive subtract left 1)))

;; Whether both are in one class. If it is to be remembered, they are now.
(define (%met? a b left classes)
  (if (%primitive > left 0)
      #f
      (begin
        (if (not (%primitive vector-ref classes 0))
            (%primitive vector-set! classes 0 (make-hash-table eq?)))
        (%same-class? a b (%primitive vector-ref classes 0)))))

;; A class is a box with the number of objects, or with the class that it has
;; become part of.
(define (%same-class? a b table)
  (let ((left (hash-table-ref/default table a #f))
        (right (hash-table-ref/default table b #f)))
    (cond ((and left right)
           (%unite! (%whole-class left) (%whole-class right)))
          (left
           (hash-table-set! table b (%whole-class left))
           #f)
          (right
           (hash-table-set! table a (%whole-class right))
           #f)
          (else
           (let ((class (%primitive box 1)))
             (hash-table-set! table a class)
             (hash-table-set! table b class)
             #f)))))

(define (%whole-class class)
  (let ((next (%primitive unbox class)))
    (if (%primitive box? next) (%whole-class next) class)))

(define (%unite! left right)
  (if (%primitive eq? left right)
      #t
      (let ((count (%primitive unbox left)) (others (%primitive unbox right)))
        (if (%primitive < count others)
            (%put-into! left right)
            (%put-into! right left))
        (%primitive set-box! (if (%primitive < count others) right left)
                    (%primitive add count others))
        #f)))

(define (%put-into! class other) (%primitive set-box! class other))
