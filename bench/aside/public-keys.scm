;;; Public keys with large integers: primes by Miller and Rabin, RSA with the Chinese
;;; remainder theorem, a common secret by Diffie and Hellman, factors by Pollard.

;; Random numbers of many bits, made of small pieces.

(define seed 1)

(define (random-piece)
  (set! seed (remainder (+ (* seed 3877) 7919) 262139))
  (quotient seed 1024))

(define (random-bits count)
  (let loop ((count count) (number 0))
    (if (<= count 0)
        number
        (loop (- count 8) (+ (* 256 number) (random-piece))))))

;; A number from 0 to below the limit.
(define (random-below limit)
  (remainder (random-bits (+ 16 (bit-length limit))) limit))

(define (bit-length number)
  (let loop ((number number) (count 0))
    (cond ((= number 0) count)
          ((>= number 4294967296)
           (loop (quotient number 4294967296) (+ count 32)))
          (else (loop (quotient number 2) (+ count 1))))))

;; Arithmetic.

(define (power-modulo base exponent modulus)
  (let loop ((base (remainder base modulus)) (exponent exponent) (result 1))
    (if (= exponent 0)
        result
        (loop (remainder (* base base) modulus)
              (quotient exponent 2)
              (if (odd? exponent)
                  (remainder (* result base) modulus)
                  result)))))

;; Greatest common divisor and the factors of both numbers that give it.
(define (extended-gcd a b)
  (if (= b 0)
      (values a 1 0)
      (let-values (((divisor x y) (extended-gcd b (remainder a b))))
        (values divisor y (- x (* (quotient a b) y))))))

(define (inverse-modulo number modulus)
  (let-values (((divisor x y) (extended-gcd number modulus)))
    (if (= divisor 1)
        (modulo x modulus)
        (error "no inverse" number modulus))))

;; Primes.

(define small-primes
  (let loop ((number 3) (primes '(2)))
    (cond ((> number 300) (reverse primes))
          ((any (lambda (prime) (= 0 (remainder number prime))) primes)
           (loop (+ number 2) primes))
          (else (loop (+ number 2) (cons number primes))))))

;; number - 1 as an odd number and a power of two.
(define (split-even number)
  (let loop ((odd number) (twos 0))
    (if (even? odd) (loop (quotient odd 2) (+ twos 1)) (values odd twos))))

(define (witness? base number)
  (let-values (((odd twos) (split-even (- number 1))))
    (let ((power (power-modulo base odd number)))
      (and (not (= power 1))
           (let loop ((power power) (twos twos))
             (cond ((= power (- number 1)) #f)
                   ((= twos 1) #t)
                   (else
                    (loop (remainder (* power power) number)
                          (- twos 1)))))))))

(define (probably-prime? number rounds)
  (cond ((< number 2) #f)
        ((memv number small-primes) #t)
        ((any (lambda (prime) (= 0 (remainder number prime))) small-primes) #f)
        (else
         (let loop ((rounds rounds))
           (cond ((= rounds 0) #t)
                 ((witness? (+ 2 (random-below (- number 3))) number) #f)
                 (else (loop (- rounds 1))))))))

(define (next-prime number)
  (let loop ((number (if (even? number) (+ number 1) number)))
    (if (probably-prime? number 5) number (loop (+ number 2)))))

(define (random-prime bits)
  (next-prime (+ (expt 2 (- bits 1)) (random-bits (- bits 8)))))

;; RSA.

(define-record-type key
  (make-key modulus public private p q)
  key?
  (modulus key-modulus)
  (public key-public)
  (private key-private)
  (p key-p)
  (q key-q))

(define (new-key bits)
  (let* ((p (random-prime (quotient bits 2)))
         (q (random-prime (- bits (quotient bits 2))))
         (phi (* (- p 1) (- q 1)))
         (public 65537))
    (if (or (= p q) (> (gcd public phi) 1))
        (new-key bits)
        (make-key (* p q) public (inverse-modulo public phi) p q))))

(define (encrypt key message)
  (power-modulo message (key-public key) (key-modulus key)))

(define (decrypt key secret)
  (power-modulo secret (key-private key) (key-modulus key)))

;; The same, modulo each of the primes.
(define (decrypt-by-parts key secret)
  (let* ((p (key-p key))
         (q (key-q key))
         (one (power-modulo secret (remainder (key-private key) (- p 1)) p))
         (other (power-modulo secret (remainder (key-private key) (- q 1)) q))
         (difference (modulo (* (inverse-modulo q p) (- one other)) p)))
    (+ other (* q difference))))

;; Texts as numbers, in blocks that are smaller than the modulus.

(define (text->blocks text size)
  (let ((length (string-length text)))
    (let loop ((at 0) (blocks '()))
      (if (>= at length)
          (reverse blocks)
          (let ((end (min length (+ at size))))
            (loop end
                  (cons (fold (lambda (character number)
                                (+ (* 256 number) (char->integer character)))
                              1
                              (string->list (substring text at end)))
                        blocks)))))))

(define (blocks->text blocks)
  (let ((port (open-output-string)))
    (define (put number)
      (if (> number 1)
          (begin
            (put (quotient number 256))
            (write-char (integer->char (remainder number 256)) port))))
    (for-each put blocks)
    (get-output-string port)))

;; Pollard's rho, with Floyd's two walkers.
(define (find-factor number)
  (let next ((step 1))
    (define (walk x) (remainder (+ (* x x) step) number))
    (let loop ((slow (walk 2)) (fast (walk (walk 2))))
      (let ((divisor (gcd (abs (- slow fast)) number)))
        (cond ((= divisor 1) (loop (walk slow) (walk (walk fast))))
              ((= divisor number) (next (+ step 1)))
              (else divisor))))))

(define (factors number)
  (cond ((= number 1) '())
        ((probably-prime? number 8) (list number))
        ((even? number) (cons 2 (factors (quotient number 2))))
        (else
         (let ((divisor (find-factor number)))
           (append (factors divisor) (factors (quotient number divisor)))))))

;; A secret in common: a prime of which half of what is before it is prime too.
(define (safe-prime bits)
  (let loop ((half (random-prime (- bits 1))))
    (let ((prime (+ 1 (* 2 half))))
      (if (probably-prime? prime 5) prime (loop (next-prime (+ half 2)))))))

(define (agree bits)
  (let* ((prime (safe-prime bits))
         (one (random-below prime))
         (other (random-below prime))
         (sent (power-modulo 2 one prime))
         (answered (power-modulo 2 other prime)))
    (= (power-modulo answered one prime) (power-modulo sent other prime))))

(define text
  "It was a bright cold day in the north, and all clocks of the town struck one.")

(define (benchmark bits)
  (set! seed 1)
  (let* ((key (new-key bits))
         (blocks (text->blocks text (- (quotient bits 8) 2)))
         (secrets (map (lambda (block) (encrypt key block)) blocks))
         (plain (map (lambda (secret) (decrypt key secret)) secrets))
         (again (map (lambda (secret) (decrypt-by-parts key secret)) secrets))
         (agreed (agree (quotient bits 4))))
    (list (remainder (key-modulus key) 1000000007)
          (remainder (apply + secrets) 1000000007)
          (equal? blocks plain)
          (equal? plain again)
          (string=? text (blocks->text plain))
          agreed
          (list-sort < (factors (- (expt 3 (quotient bits 10)) 2)))
          (map (lambda (exponent)
                 (probably-prime? (- (expt 2 exponent) 1) 3))
               '(31 61 67 89 107 127 129)))))
