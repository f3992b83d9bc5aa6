;;; Complex arithmetic: Fourier transforms of lists by halves, roots of polynomials by Durand
;;; and Kerner's method, Newton's basins, and a contour integral that counts zeros.

(define pi 3.141592653589793)

(define (unit angle) (make-rectangular (cos angle) (sin angle)))

;;; Transforms of lists whose length is a power of two.

(define (every-other list)
  (if (or (null? list) (null? (cdr list)))
      list
      (cons (car list) (every-other (cddr list)))))

(define (transform values sign)
  (let ((count (length values)))
    (if (= count 1)
        values
        (let* ((evens (transform (every-other values) sign))
               (odds (transform (every-other (cdr values)) sign))
               (root (unit (/ (* sign 2.0 pi) count)))
               (twisted
                (let loop ((odds odds) (factor 1.0))
                  (if (null? odds)
                      '()
                      (cons (* factor (car odds))
                            (loop (cdr odds) (* factor root)))))))
          (append (map + evens twisted) (map - evens twisted))))))

(define (inverse-transform values)
  (let ((count (length values)))
    (map (lambda (value) (/ value count)) (transform values 1.0))))

(define (signal count)
  (let loop ((index (- count 1)) (values '()))
    (if (< index 0)
        values
        (loop (- index 1)
              (cons (make-rectangular (inexact (remainder (* index index) 17))
                                      (inexact (remainder index 5)))
                    values)))))

;; The product of polynomials with the coefficients, by their transforms.
(define (convolve ones others)
  (map (lambda (value) (exact (round (real-part value))))
       (inverse-transform
        (map * (transform ones -1.0) (transform others -1.0)))))

(define (largest-difference ones others)
  (apply max (map (lambda (one other) (magnitude (- one other))) ones others)))

;;; Roots. A polynomial is the list of its coefficients, the highest first.

(define (evaluate polynomial x)
  (fold (lambda (coefficient sum) (+ coefficient (* x sum))) 0.0 polynomial))

(define (derivative polynomial)
  (let loop ((polynomial polynomial) (degree (- (length polynomial) 1)))
    (if (= degree 0)
        '()
        (cons (* degree (car polynomial))
              (loop (cdr polynomial) (- degree 1))))))

;; All roots of a polynomial whose first coefficient is 1.
(define (durand-kerner polynomial)
  (let* ((degree (- (length polynomial) 1))
         (start (make-rectangular 0.4 0.9))
         (guesses (let loop ((count 0) (guess 1.0))
                    (if (= count degree)
                        '()
                        (cons guess (loop (+ count 1) (* guess start)))))))
    (let improve ((roots guesses) (rounds 0))
      (let* ((steps
              (map (lambda (root)
                     (/ (evaluate polynomial root)
                        (fold (lambda (other product)
                                (if (eq? other root)
                                    product
                                    (* product (- root other))))
                              1.0
                              roots)))
                   roots))
             (roots (map - roots steps)))
        (if (or (= rounds 200) (< (apply max (map magnitude steps)) 1e-12))
            (values roots rounds)
            (improve roots (+ rounds 1)))))))

;; How many zeros are inside a circle: the integral of f'/f, in so many steps.
(define (zeros-inside polynomial centre radius steps)
  (let ((slope (derivative polynomial)))
    (let loop ((step 0) (sum 0.0))
      (if (= step steps)
          (exact (round (/ (real-part sum) steps)))
          (let* ((offset (* radius (unit (/ (* 2.0 pi step) steps))))
                 (point (+ centre offset)))
            (loop (+ step 1)
                  (+ sum
                     (/ (* offset (evaluate slope point))
                        (evaluate polynomial point)))))))))

;;; Newton's basins: which root a start leads to.

(define (basin polynomial slope roots start)
  (let step ((point start) (count 0))
    (if (= count 30)
        0
        (let ((nearest
               (let find ((roots roots) (index 1))
                 (cond ((null? roots) #f)
                       ((< (magnitude (- point (car roots))) 1e-6) index)
                       (else (find (cdr roots) (+ index 1)))))))
          (or nearest
              (step (- point
                       (/ (evaluate polynomial point) (evaluate slope point)))
                    (+ count 1)))))))

;; How many points of a grid lead to each root, the sorted list.
(define (basins polynomial roots size)
  (let ((slope (derivative polynomial))
        (counts (make-vector (+ 1 (length roots)) 0)))
    (do ((row 0 (+ row 1)))
        ((= row size) (list-sort < (vector->list counts)))
      (do ((column 0 (+ column 1)))
          ((= column size))
        (let* ((x (- (/ (* 4.0 column) size) 1.93))
               (y (- (/ (* 4.0 row) size) 1.97))
               (index (basin polynomial slope roots (make-rectangular x y))))
          (vector-set! counts index (+ 1 (vector-ref counts index))))))))

(define (micro number) (exact (round (* 1000000.0 number))))

(define (benchmark size)
  (let* ((count (expt 2 (+ 3 (quotient size 5))))
         (values-in (signal count))
         (back (inverse-transform (transform values-in -1.0)))
         (padding (map (lambda (value) 0.0) values-in))
         (ones (append (map real-part values-in) padding))
         (product (convolve ones ones))
         (quintic '(1.0 -2.0 3.0 0.5 -4.0 1.0))
         (cubic '(1.0 0.0 0.0 -1.0)))
    (let-values (((roots rounds) (durand-kerner quintic))
                 ((unit-roots unit-rounds) (durand-kerner cubic)))
      (list (micro (largest-difference values-in back))
            (apply + product)
            (apply max product)
            (micro (magnitude (apply * roots)))
            (micro (magnitude (apply + roots)))
            (zeros-inside quintic 0.0 1.5 (* 40 size))
            (< (basin cubic (derivative cubic) unit-roots 2.0) 4)
            (apply + (basins cubic unit-roots size))))))
