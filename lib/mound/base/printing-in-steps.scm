;;; The text of what is large, in steps (steps.scm).
;;;
;;; Most data need no labels, so at first none are looked for: an object is
;;; taken apart until its parts are short, and these are printed by a primitive.
;;; If one of them needs labels, or very many objects are taken apart, or the
;;; text becomes too long, as that of a circle does, all is done again with a
;;; table of the objects that need labels.
;;;
;;; What is to be printed is a list of a kind and an object for each thing, so
;;; the depth of an object is no danger:
;;;
;;;   text string | value object | tail rest-of-list | elements (vector . index)

;; Characters of a text at most: sharing can make it much larger than the
;; object.
(define-syntax %text-max (syntax-rules () ((_) 16777216)))

;; Lists and vectors that are taken apart before it is looked for labels: there
;; may be no end of them.
(define-syntax %apart-max (syntax-rules () ((_) 100000)))

;; Pieces that are made one string, before there are more.
(define-syntax %pieces-max (syntax-rules () ((_) 4096)))

(define (%datum->text object style)
  (%or-in-steps (%datum->string object style)
    (or (and (not (%primitive eq? style 'shared))
             (%print-in-steps object style #f (%apart-max)))
        (let* ((labels (%printed-labels object style #f))
               (none? (%primitive eq? (hash-table-count labels) 0)))
          (and (or none? (not (%primitive eq? style 'simple)))
               (%print-in-steps object style (if none? #f labels) #f)))
        (%error-of-kind 'memory 'write "the text would be too long"))))

;; Things in front of others that are to be printed.
(define-syntax %work
  (syntax-rules ()
    ((_ rest) rest)
    ((_ thing . others) (%primitive cons thing (%work . others)))))

;; The text, or #f if it is too long, or needs labels and there is no table of
;; them, or more than so many objects are taken apart. The table has #t for an
;; object that needs a label, and then what is written for it.
(define (%print-in-steps object style labels apart-max)
  (define next-label 0)
  (define apart 0)
  ;; `skip` large objects are taken apart without trying to print them at once,
  ;; and `skips` more the next time: so depth costs little.
  (let loop ((work (list 'value object))
             (pieces '())
             (count 0)
             (joined '())
             (size 0)
             (skip 0)
             (skips 1))
    (define (go-on text work skip skips)
      (let ((size (%primitive add size (string-length text))))
        (if (%primitive < count (%pieces-max))
            (loop work (%primitive cons text pieces) (%primitive add count 1)
                  joined size skip skips)
            (loop work '() 0
                  (%primitive cons
                              (%string-concatenate
                               (reverse (%primitive cons text pieces)))
                              joined)
                  size skip skips))))
    (define (emit text work) (go-on text work skip skips))
    (define (small text work) (go-on text work 0 1))
    (define (large text work)
      (set! apart (%primitive add apart 1))
      (if (%primitive < 0 skip)
          (go-on text work (%primitive subtract skip 1) skips)
          (go-on text work skips (min 64 (%primitive add skips skips)))))
    (define (labelled? object)
      (and labels (hash-table-ref/default labels object #f)))
    ;; An object that is not printed at once.
    (define (take-apart object rest)
      (cond ((%primitive pair? object)
             (let ((prefix (%quotation object labelled?)))
               (if prefix
                   (large prefix
                          (%work 'value (cadr object) rest))
                   (large "("
                          (%work 'value (%primitive car object)
                                 'tail (%primitive cdr object) rest)))))
            ((%primitive vector? object)
             (if (%primitive eq? (%primitive vector-length object) 0)
                 (emit "#()" rest)
                 (large "#("
                        (%work 'value (%primitive vector-ref object 0)
                               'elements (%primitive cons object 1) rest))))
            (else
             (let ((parts (%primitive %print-parts object style)))
               (cond ((%primitive pair? parts)
                      (emit (%primitive car parts)
                            (%print-later (%primitive cdr parts) rest)))
                     ((%primitive vector? parts)
                      (emit (%primitive vector-ref parts 1)
                            (%work 'range
                                   (vector object 0
                                           (%primitive vector-ref parts 0))
                                   'text (%primitive vector-ref parts 2)
                                   rest)))
                     (else
                      (emit (%primitive %datum->string object style) rest)))))))
    ;; An object that has no label, or has it before it.
    (define (print object rest)
      (cond (labels
             (take-apart object rest))
            ((and (%primitive < 0 skip)
                  (or (%primitive pair? object) (%primitive vector? object)))
             (take-apart object rest))
            (else
             (let ((text (%primitive %print-part object style)))
               (cond ((%primitive absent? text) (take-apart object rest))
                     (text (small text rest))
                     (else #f))))))
    (cond ((or (%primitive < (%text-max) size)
               (%primitive eq? apart apart-max))
           #f)
          ((%primitive null? work)
           (%string-concatenate
            (reverse (%primitive cons (%string-concatenate (reverse pieces))
                                 joined))))
          (else
           (let ((kind (%primitive car work))
                 (object (cadr work))
                 (rest (cddr work)))
             (case kind
               ((text) (emit object rest))
               ((value)
                (let ((label (labelled? object)))
                  (cond ((not label) (print object rest))
                        ((%primitive eq? label #t)
                         (let ((label (string-append
                                       "#" (number->string next-label 10))))
                           (hash-table-set! labels object
                                            (string-append label "#"))
                           (set! next-label (%primitive add next-label 1))
                           (emit (string-append label "=")
                                 (%work 'labelled object rest))))
                        (else (emit label rest)))))
               ((labelled) (print object rest))
               ((tail)
                (cond ((%primitive null? object) (emit ")" rest))
                      ((or (not (%primitive pair? object))
                           (labelled? object))
                       (emit " . " (%work 'value object 'text ")" rest)))
                      (else
                       (let* ((printed (if labels
                                           '("" . #f)
                                           (%primitive %print-elements object 0
                                                       style)))
                              (text (%primitive car printed)))
                         (if (%primitive eq? (string-length text) 0)
                             (emit " " (%work 'value (%primitive car object)
                                              'tail (%primitive cdr object)
                                              rest))
                             (small text
                                    (%work 'tail (%primitive cdr printed)
                                           rest)))))))
               ((elements)
                (let* ((vector (%primitive car object))
                       (index (%primitive cdr object)))
                  (if (%primitive eq? index (%primitive vector-length vector))
                      (emit ")" rest)
                      (let* ((printed (if labels
                                          '("" . #f)
                                          (%primitive %print-elements vector
                                                      index style)))
                             (text (%primitive car printed)))
                        (if (%primitive eq? (string-length text) 0)
                            (emit " "
                                  (%work 'value
                                         (%primitive vector-ref vector index)
                                         'elements
                                         (%primitive cons vector
                                                     (%primitive add index 1))
                                         rest))
                            (small text
                                   (%work 'elements
                                          (%primitive cons vector
                                                      (%primitive cdr printed))
                                          rest)))))))
               (else
                (let* ((all (%primitive vector-ref object 0))
                       (start (%primitive vector-ref object 1))
                       (end (%primitive vector-ref object 2))
                       (next (min end (%primitive add start 4096))))
                  (if (%primitive < start end)
                      (emit (%primitive %print-range all start next style)
                            (%work 'range (vector all next end) rest))
                      (emit "" rest))))))))))

;; Texts and values in turn, to be printed before the rest.
(define (%print-later parts rest)
  (if (%primitive null? parts)
      rest
      (%work 'value (%primitive car parts) 'text (cadr parts)
             (%print-later (cddr parts) rest))))

;; What (quote x) and the like are written with, or #f.
(define (%quotation pair labelled?)
  (let ((rest (%primitive cdr pair)))
    (and (%primitive pair? rest)
         (%primitive null? (%primitive cdr rest))
         (not (labelled? rest))
         (case (%primitive car pair)
           ((quote) "'")
           ((quasiquote) "`")
           ((unquote) ",")
           ((unquote-splicing) ",@")
           (else #f)))))

;; A table of the objects that need labels: those on a circle, or all that are
;; reached twice. What is in the table of known objects, if there is one, is not
;; looked at.
(define (%printed-labels object style known)
  (define shared? (%primitive eq? style 'shared))
  (define labels (make-hash-table eq?))
  ;; Those that were met, and whether they are on the way to where it looks now.
  (define open (make-hash-table eq?))
  (let loop ((work (%work 'enter object '())))
    (if (%primitive pair? work)
        (let ((kind (%primitive car work))
              (object (cadr work))
              (rest (cddr work)))
          (define (visit push)
            (let ((state (hash-table-ref/default open object 'new)))
              (cond ((%primitive eq? state 'new)
                     (hash-table-set! open object #t)
                     (loop (push (%work 'leave object rest))))
                    (else
                     (if (or shared? state) (hash-table-set! labels object #t))
                     (loop rest)))))
          (case kind
            ((leave)
             (hash-table-set! open object #f)
             (loop rest))
            ((elements)
             (let ((vector (%primitive car object))
                   (index (%primitive cdr object)))
               (if (%primitive eq? index (%primitive vector-length vector))
                   (loop rest)
                   (loop
                    (%work 'enter (%primitive vector-ref vector index)
                           'elements
                           (%primitive cons vector (%primitive add index 1))
                           rest)))))
            (else
             (cond ((and known (hash-table-contains? known object))
                    (loop rest))
                   ((%primitive pair? object)
                    (visit
                     (lambda (rest)
                       (%work 'enter (%primitive car object)
                              'enter (%primitive cdr object) rest))))
                   ((%primitive vector? object)
                    (visit
                     (lambda (rest)
                       (%work 'elements (%primitive cons object 0) rest))))
                   (else
                    (let ((parts (%primitive %print-parts object style)))
                      (if (%primitive pair? parts)
                          (visit
                           (lambda (rest)
                             (%enter-later (%primitive cdr parts) rest)))
                          (loop rest))))))))
        labels)))

(define (%enter-later parts rest)
  (if (%primitive null? parts)
      rest
      (%work 'enter (%primitive car parts) (%enter-later (cddr parts) rest))))
