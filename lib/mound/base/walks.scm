;;; Going through lists, which ends where a list has an end, and complains where
;;; it has none.

;; Goes through a list. `step` is what is done at each pair, `rest`, and goes
;; on by (next state ...), at one place; `end` is what is done with what is no
;; pair. What stays behind takes one step for four, and is met again in a
;; circle: both begin at the same pair. The step is written four times, which
;; makes up for it.
(define-syntax %walk
  (syntax-rules ()
    ((_ next ((rest list) (state start) ...) end step)
     (let loop ((rest list) (behind list) (state start) ...)
       (%turn next rest (state ...) end step
         (%turn next rest (state ...) end step
           (%turn next rest (state ...) end step
             (%turn next rest (state ...) end step
               (let ((behind (%behind behind)))
                 (if (%primitive eq? rest behind)
                     (%require-end-of rest))
                 (loop rest behind state ...))))))))))

(define-syntax %turn
  (syntax-rules ()
    ((_ next rest (state ...) end step then)
     (if (%primitive pair? rest)
         (let ((next (lambda (state ...)
                       (let ((rest (%primitive cdr rest))) then))))
           step)
         end))))

;; What was done at a pair may have changed the list.
(define-syntax %behind
  (syntax-rules ()
    ((_ rest)
     (if (%primitive pair? rest) (%primitive cdr rest) rest))))

(define (%require-end-of list)
  (if (not (list? list)) (%type-error 'list "a list that ends" list)))

;; Complains of pairs that have no last one.
(define (%require-last object)
  (%walk next ((rest object)) rest (next)))

;; Complains of what is no list, or has no end, before it is gone through.
(define (%require-list object who)
  (cond ((list? object) object)
        ((%primitive pair? object)
         (%require-last object)
         (%type-error who "a list" object))
        (else (%type-error who "a list" object))))

;; Whether the list has no more elements; complains of what is no list.
(define (%end? list)
  (cond ((%primitive pair? list) #f)
        ((%primitive null? list) #t)
        (else (%type-error 'list "a list" list))))

;; What comes of the end of a list, which is no pair. Loops ask for a pair
;; first, and then for this: that is one test for each element.
(define (%at-end list result)
  (if (%primitive null? list)
      result
      (%type-error 'list "a list" list)))
