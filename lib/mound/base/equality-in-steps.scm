;;; equal? of objects that take long to compare. See steps.scm.
;;;
;;; Two ways take turns, each time for twice as long. The second takes all
;;; for trees, as most large data are, and goes on where it stopped. The first
;;; is for what goes round in a circle or has many ways to one object, and
;;; begins anew.
;;;
;;; In the first, trees are compared as such for some hundred steps, then it
;;; is remembered for some dozen what was compared with what, and so on in
;;; turn: as long as that finds nothing known, most steps cost little, and
;;; what goes round in a circle or is reached on many ways is met again.
;;; What was compared is in classes of objects that are equal unless a
;;; difference is found elsewhere. (Adams and Dybvig, Efficient
;;; Nondestructive Equality Checking for Trees and Graphs.)

;; Steps in which what is met is remembered, before there are others again; and
;; about twice the number of those on average.
(define-syntax %remembered-steps (syntax-rules () ((_) -40)))
(define-syntax %other-steps (syntax-rules () ((_) 800)))

;; Steps of the first way and parts of the second in the first turn. They take
;; about the same time.
(define-syntax %first-steps (syntax-rules () ((_) 4096)))
(define-syntax %first-parts (syntax-rules () ((_) 64)))

;; More steps than anybody makes.
(define-syntax %any-steps (syntax-rules () ((_) 1152921504606846975)))

(define (%equal-in-steps? a b)
  (%equal-in-turns? a b (list a b) (%first-steps) (%first-parts)))

;; `rest` is what the second way has still to compare.
(define (%equal-in-turns? a b rest steps parts)
  (let* ((classes (%new-classes #f steps))
         (equal (%equal-within? a b classes)))
    (if (and (not equal) (%spent? classes))
        (let loop ((rest rest) (left parts))
          (cond ((%primitive absent? rest)
                 (%equal-within? a b (%new-classes #f (%any-steps))))
                ((not (%primitive pair? rest)) rest)
                ((%primitive > left 0)
                 (loop (%primitive %equal-rest rest)
                       (%primitive subtract left 1)))
                (else
                 (%equal-in-turns? a b rest (%primitive add steps steps)
                                   (%primitive add parts parts)))))
        equal)))

;; The same, where records of one type are compared by their fields.
(define (%alike-in-steps? a b)
  (%equal-within? a b (%new-classes #t (%any-steps))))

;; A table from objects to their classes, the last number of a sequence of
;; chance, whether records are compared by their fields, and the steps that may
;; still be made.
(define (%new-classes records? steps)
  (%primitive vector #f 1 records? steps))

(define (%spent? classes)
  (%primitive = (%primitive vector-ref classes 3) 0))

;; Whether there is a step left, which is taken.
(define (%step? classes)
  (let ((left (%primitive vector-ref classes 3)))
    (if (%primitive = left 0)
        #f
        (begin
          (%primitive vector-set! classes 3 (%primitive subtract left 1))
          #t))))

;; #f also if all steps are spent.
(define (%equal-within? a b classes)
  (if (%equal-part a b 400 classes) #t #f))

;; #f if there is a difference or no step left in `classes`; else the steps that
;; are left until what is met is remembered: it is if they are not above 0.
(define (%equal-part a b left classes)
  (cond ((eqv? a b) left)
        ((%primitive pair? a)
         (cond ((not (%primitive pair? b)) #f)
               ((not (%step? classes)) #f)
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
               ((not (%step? classes)) #f)
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
      (let* ((product (%primitive multiply (%primitive vector-ref classes 1)
                                  1103515245))
             (chance (%primitive modulo (%primitive add product 12345)
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
