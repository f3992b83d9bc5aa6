;;; Higher-order procedures: how many monotone maps there are between two lattices.

;; A lattice is its elements and a comparison: less, more, equal or unrelated.
(define (make-lattice elements compare) (cons elements compare))
(define (elements lattice) (car lattice))
(define (comparison lattice) (cdr lattice))

(define (compare-numbers one other)
  (cond ((< one other) 'less) ((> one other) 'more) (else 'equal)))

(define base (make-lattice '(0 1) compare-numbers))

;; Compares lists element by element.
(define (compare-lists compare)
  (define (continue one other so-far)
    (if (null? one)
        so-far
        (let ((here (compare (car one) (car other))))
          (cond ((eq? here 'unrelated) 'unrelated)
                ((or (eq? here 'equal) (eq? here so-far))
                 (continue (cdr one) (cdr other) so-far))
                ((eq? so-far 'equal) (continue (cdr one) (cdr other) here))
                (else 'unrelated)))))
  (lambda (one other) (continue one other 'equal)))

;; All maps from one lattice to another that keep the order, as lists of values.
(define (monotone-maps source target)
  (let ((compare-source (comparison source))
        (compare-target (comparison target)))
    (define (fits? element value done)
      (every-pair? (lambda (other other-value)
                     (let ((order (compare-source element other)))
                       (or (eq? order 'unrelated)
                           (let ((values (compare-target value other-value)))
                             (or (eq? values 'equal) (eq? values order))))))
                   done))
    (define (extend left done maps)
      (if (null? left)
          (cons (map cdr done) maps)
          (fold-list (lambda (value maps)
                       (if (fits? (car left) value done)
                           (extend (cdr left)
                                   (cons (cons (car left) value) done)
                                   maps)
                           maps))
                     maps
                     (elements target))))
    (extend (elements source) '() '())))

(define (every-pair? test pairs)
  (or (null? pairs)
      (and (test (caar pairs) (cdar pairs))
           (every-pair? test (cdr pairs)))))

(define (fold-list combine result list)
  (if (null? list)
      result
      (fold-list combine (combine (car list) result) (cdr list))))

(define (lattice-of-maps source target)
  (make-lattice (monotone-maps source target)
                (compare-lists (comparison target))))

(define (benchmark size)
  (let* ((two (lattice-of-maps base base))
         (more (lattice-of-maps two two))
         (chain (let loop ((count size) (numbers '()))
                  (if (= count 0)
                      (make-lattice numbers compare-numbers)
                      (loop (- count 1) (cons count numbers))))))
    (list (length (elements two))
          (length (elements more))
          (length (monotone-maps more chain)))))
