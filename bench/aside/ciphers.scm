;;; Digests and a cipher in small integers: SHA-256, MD5, CRC-32, and AES-128 with
;;; its tables made from the field of 256 elements, in counter mode.

(define words-end 4294967296)

(define (word+ one other) (modulo (+ one other) words-end))
(define (word-not word) (- 4294967295 word))
(define (bit-or one other)
  (bitwise-xor (bitwise-xor one other) (bitwise-and one other)))

(define (shift-right word count) (arithmetic-shift word (- count)))

(define (rotate-right word count)
  (+ (shift-right word count)
     (arithmetic-shift (bitwise-and word (- (arithmetic-shift 1 count) 1))
                       (- 32 count))))

(define (rotate-left word count) (rotate-right word (- 32 count)))

;; The message, a one, zeros, and its length in bits, in blocks of 64 bytes.
(define (padded message put-length!)
  (let* ((size (bytevector-length message))
         (whole (* 64 (+ 1 (quotient (+ size 8) 64))))
         (result (make-bytevector whole 0)))
    (do ((i 0 (+ i 1)))
        ((= i size))
      (bytevector-u8-set! result i (bytevector-u8-ref message i)))
    (bytevector-u8-set! result size 128)
    (put-length! result (- whole 8) (* 8 size))
    result))

;; Words in bytevectors, the high byte first or last.

(define (big-word bytes at)
  (+ (* 16777216 (bytevector-u8-ref bytes at))
     (* 65536 (bytevector-u8-ref bytes (+ at 1)))
     (* 256 (bytevector-u8-ref bytes (+ at 2)))
     (bytevector-u8-ref bytes (+ at 3))))

(define (little-word bytes at)
  (+ (bytevector-u8-ref bytes at)
     (* 256 (bytevector-u8-ref bytes (+ at 1)))
     (* 65536 (bytevector-u8-ref bytes (+ at 2)))
     (* 16777216 (bytevector-u8-ref bytes (+ at 3)))))

(define (put-big! bytes at number)
  (let loop ((i 7) (number number))
    (if (>= i 0)
        (begin
          (bytevector-u8-set! bytes (+ at i) (remainder number 256))
          (loop (- i 1) (quotient number 256))))))

(define (put-little! bytes at number)
  (let loop ((i 0) (number number))
    (if (< i 8)
        (begin
          (bytevector-u8-set! bytes (+ at i) (remainder number 256))
          (loop (+ i 1) (quotient number 256))))))

(define (hex number digits)
  (let loop ((number number) (digits digits) (characters '()))
    (if (= digits 0)
        (list->string characters)
        (loop (quotient number 16)
              (- digits 1)
              (cons (string-ref "0123456789abcdef" (remainder number 16))
                    characters)))))

;; The constants of SHA-256: fractions of square and cube roots of primes.

(define (primes count)
  (let loop ((number 2) (found '()) (left count))
    (cond ((= left 0) (reverse found))
          ((any (lambda (prime) (= 0 (remainder number prime))) found)
           (loop (+ number 1) found left))
          (else (loop (+ number 1) (cons number found) (- left 1))))))

;; The largest integer whose power is at most the number.
(define (integer-root number power)
  (let loop ((low 0) (high 1))
    (cond ((<= (expt high power) number) (loop high (* 2 high)))
          ((= (+ low 1) high) low)
          (else
           (let search ((low low) (high high))
             (if (= (+ low 1) high)
                 low
                 (let ((middle (quotient (+ low high) 2)))
                   (if (<= (expt middle power) number)
                       (search middle high)
                       (search low middle)))))))))

(define (root-fraction prime power)
  (modulo (integer-root (* prime (expt words-end power)) power) words-end))

(define sha-start
  (map (lambda (prime) (root-fraction prime 2)) (primes 8)))

(define sha-constants
  (list->vector (map (lambda (prime) (root-fraction prime 3)) (primes 64))))

(define (sha-schedule bytes at)
  (let ((words (make-vector 64 0)))
    (do ((i 0 (+ i 1)))
        ((= i 16))
      (vector-set! words i (big-word bytes (+ at (* 4 i)))))
    (do ((i 16 (+ i 1)))
        ((= i 64) words)
      (let* ((one (vector-ref words (- i 15)))
             (other (vector-ref words (- i 2)))
             (s0 (bitwise-xor (bitwise-xor (rotate-right one 7)
                                           (rotate-right one 18))
                              (shift-right one 3)))
             (s1 (bitwise-xor (bitwise-xor (rotate-right other 17)
                                           (rotate-right other 19))
                              (shift-right other 10))))
        (vector-set! words
                     i
                     (word+ (word+ (vector-ref words (- i 16)) s0)
                            (word+ (vector-ref words (- i 7)) s1)))))))

(define (sha-block state words)
  (let loop ((i 0)
             (a (list-ref state 0))
             (b (list-ref state 1))
             (c (list-ref state 2))
             (d (list-ref state 3))
             (e (list-ref state 4))
             (f (list-ref state 5))
             (g (list-ref state 6))
             (h (list-ref state 7)))
    (if (= i 64)
        (map word+ state (list a b c d e f g h))
        (let* ((s1 (bitwise-xor (bitwise-xor (rotate-right e 6)
                                             (rotate-right e 11))
                                (rotate-right e 25)))
               (chosen (bitwise-xor (bitwise-and e f)
                                    (bitwise-and (word-not e) g)))
               (t1 (word+ (word+ h s1)
                          (word+ chosen
                                 (word+ (vector-ref sha-constants i)
                                        (vector-ref words i)))))
               (s0 (bitwise-xor (bitwise-xor (rotate-right a 2)
                                             (rotate-right a 13))
                                (rotate-right a 22)))
               (most (bitwise-xor (bitwise-xor (bitwise-and a b)
                                               (bitwise-and a c))
                                  (bitwise-and b c)))
               (t2 (word+ s0 most)))
          (loop (+ i 1) (word+ t1 t2) a b c (word+ d t1) e f g)))))

(define (sha-256 message)
  (let* ((bytes (padded message put-big!)) (end (bytevector-length bytes)))
    (let loop ((at 0) (state sha-start))
      (if (= at end)
          (apply string-append (map (lambda (word) (hex word 8)) state))
          (loop (+ at 64) (sha-block state (sha-schedule bytes at)))))))

;; MD5.

(define md5-constants
  (let ((constants (make-vector 64 0)))
    (do ((i 0 (+ i 1)))
        ((= i 64) constants)
      (vector-set! constants
                   i
                   (exact (floor (* 4294967296.0
                                    (abs (sin (+ i 1.0))))))))))

(define md5-rotations
  '#(#(7 12 17 22) #(5 9 14 20) #(4 11 16 23) #(6 10 15 21)))

(define (md5-block state bytes at)
  (let loop ((i 0)
             (a (list-ref state 0))
             (b (list-ref state 1))
             (c (list-ref state 2))
             (d (list-ref state 3)))
    (if (= i 64)
        (map word+ state (list a b c d))
        (let*-values (((mixed place)
                       (case (quotient i 16)
                         ((0)
                          (values (bit-or (bitwise-and b c)
                                          (bitwise-and (word-not b) d))
                                  i))
                         ((1)
                          (values (bit-or (bitwise-and d b)
                                          (bitwise-and (word-not d) c))
                                  (+ (* 5 i) 1)))
                         ((2)
                          (values (bitwise-xor (bitwise-xor b c) d)
                                  (+ (* 3 i) 5)))
                         (else
                          (values (bitwise-xor c (bit-or b (word-not d)))
                                  (* 7 i)))))
                      ((word)
                       (little-word bytes (+ at (* 4 (remainder place 16)))))
                      ((sum)
                       (word+ (word+ a mixed)
                              (word+ (vector-ref md5-constants i) word)))
                      ((turned)
                       (rotate-left sum
                                    (vector-ref (vector-ref md5-rotations
                                                            (quotient i 16))
                                                (remainder i 4)))))
          (loop (+ i 1) d (word+ b turned) b c)))))

(define (swap-bytes word)
  (let loop ((count 4) (word word) (result 0))
    (if (= count 0)
        result
        (loop (- count 1)
              (quotient word 256)
              (+ (* 256 result) (remainder word 256))))))

(define (md5 message)
  (let* ((bytes (padded message put-little!)) (end (bytevector-length bytes)))
    (let loop ((at 0) (state '(1732584193 4023233417 2562383102 271733878)))
      (if (= at end)
          (apply string-append
                 (map (lambda (word) (hex (swap-bytes word) 8)) state))
          (loop (+ at 64) (md5-block state bytes at))))))

;; CRC-32 with a table.

(define crc-table
  (let ((table (make-vector 256 0)))
    (do ((i 0 (+ i 1)))
        ((= i 256) table)
      (let loop ((count 8) (word i))
        (cond ((= count 0) (vector-set! table i word))
              ((odd? word)
               (loop (- count 1)
                     (bitwise-xor 3988292384 (shift-right word 1))))
              (else (loop (- count 1) (shift-right word 1))))))))

(define (crc-32 bytes)
  (let loop ((i 0) (crc 4294967295))
    (if (= i (bytevector-length bytes))
        (hex (word-not crc) 8)
        (loop (+ i 1)
              (bitwise-xor
               (shift-right crc 8)
               (vector-ref crc-table
                           (bitwise-xor (bitwise-and crc 255)
                                        (bytevector-u8-ref bytes i))))))))

;; AES-128.  The state is a vector of 16 bytes, column by column.

(define (times-x byte)
  (if (< byte 128) (* 2 byte) (bitwise-xor 283 (* 2 byte))))

(define (field-product one other)
  (let loop ((one one) (other other) (product 0))
    (if (= one 0)
        product
        (loop (quotient one 2)
              (times-x other)
              (if (odd? one) (bitwise-xor product other) product)))))

;; Powers of 3 reach all elements but 0, so they give the inverses.
(define substitutions
  (let ((powers (make-vector 256 1)) (inverses (make-vector 256 0)))
    (do ((i 1 (+ i 1)))
        ((= i 256))
      (vector-set! powers i (field-product 3 (vector-ref powers (- i 1)))))
    (do ((i 0 (+ i 1)))
        ((= i 255))
      (vector-set! inverses
                   (vector-ref powers i)
                   (vector-ref powers (- 255 i))))
    (vector-map
     (lambda (inverse)
       (let loop ((count 4) (byte inverse) (result (bitwise-xor 99 inverse)))
         (if (= count 0)
             result
             (let ((byte (if (< byte 128) (* 2 byte) (- (* 2 byte) 255))))
               (loop (- count 1) byte (bitwise-xor result byte))))))
     inverses)))

(define (substitute byte) (vector-ref substitutions byte))

;; The keys of all rounds: a vector of 44 words, each a list of four bytes.
(define (expand-key key)
  (let ((words (make-vector 44 '())))
    (do ((i 0 (+ i 1)))
        ((= i 4))
      (vector-set! words
                   i
                   (map (lambda (j) (bytevector-u8-ref key (+ (* 4 i) j)))
                        '(0 1 2 3))))
    (let loop ((i 4) (constant 1))
      (if (< i 44)
          (let* ((last (vector-ref words (- i 1)))
                 (first (= 0 (remainder i 4)))
                 (turned (if first
                             (map substitute
                                  (append (cdr last) (list (car last))))
                             last))
                 (changed (if first
                              (cons (bitwise-xor constant (car turned))
                                    (cdr turned))
                              turned)))
            (vector-set! words
                         i
                         (map bitwise-xor (vector-ref words (- i 4)) changed))
            (loop (+ i 1) (if first (times-x constant) constant)))))
    words))

(define (add-round-key! state keys round)
  (do ((column 0 (+ column 1)))
      ((= column 4))
    (let loop ((key (vector-ref keys (+ (* 4 round) column))) (i (* 4 column)))
      (if (pair? key)
          (begin
            (vector-set! state i (bitwise-xor (vector-ref state i) (car key)))
            (loop (cdr key) (+ i 1)))))))

;; The bytes substituted, and each row turned by its number.
(define (substitute-and-shift state)
  (let ((result (make-vector 16 0)))
    (do ((i 0 (+ i 1)))
        ((= i 16) result)
      (vector-set! result
                   i
                   (substitute
                    (vector-ref state
                                (modulo (+ i (* 4 (remainder i 4))) 16)))))))

(define (mix-columns! state)
  (do ((at 0 (+ at 4)))
      ((= at 16))
    (let* ((a (vector-ref state at))
           (b (vector-ref state (+ at 1)))
           (c (vector-ref state (+ at 2)))
           (d (vector-ref state (+ at 3)))
           (all (bitwise-xor (bitwise-xor a b) (bitwise-xor c d))))
      (define (mix! i one next)
        (vector-set! state
                     (+ at i)
                     (bitwise-xor one
                                  (bitwise-xor all
                                               (times-x (bitwise-xor one
                                                                     next))))))
      (mix! 0 a b)
      (mix! 1 b c)
      (mix! 2 c d)
      (mix! 3 d a))))

(define (encrypt-block keys block)
  (let ((state (vector-map (lambda (byte) byte) block)))
    (add-round-key! state keys 0)
    (let loop ((round 1) (state (substitute-and-shift state)))
      (if (< round 10) (mix-columns! state))
      (add-round-key! state keys round)
      (if (= round 10)
          state
          (loop (+ round 1) (substitute-and-shift state))))))

;; Counter mode, which is its own inverse.
(define (encrypt key bytes)
  (let* ((keys (expand-key key))
         (size (bytevector-length bytes))
         (result (make-bytevector size 0)))
    (let loop ((at 0) (counter 0))
      (if (>= at size)
          result
          (let ((block (make-vector 16 0)))
            (vector-set! block 14 (quotient counter 256))
            (vector-set! block 15 (remainder counter 256))
            (let ((mask (encrypt-block keys block)))
              (do ((i 0 (+ i 1)))
                  ((or (= i 16) (= (+ at i) size)))
                (bytevector-u8-set! result
                                    (+ at i)
                                    (bitwise-xor
                                     (bytevector-u8-ref bytes (+ at i))
                                     (vector-ref mask i))))
              (loop (+ at 16) (+ counter 1))))))))

(define (vector->hex bytes)
  (apply string-append (map (lambda (byte) (hex byte 2)) (vector->list bytes))))

(define (numbered-bytes count step)
  (let ((bytes (make-bytevector count 0)))
    (do ((i 0 (+ i 1)))
        ((= i count) bytes)
      (bytevector-u8-set! bytes i (remainder (* i step) 256)))))

(define (ascii text)
  (let ((bytes (make-bytevector (string-length text) 0)))
    (do ((i 0 (+ i 1)))
        ((= i (string-length text)) bytes)
      (bytevector-u8-set! bytes i (char->integer (string-ref text i))))))

(define (benchmark size)
  (let* ((message (numbered-bytes size 7))
         (key (numbered-bytes 16 1))
         (secret (encrypt key message)))
    (list (sha-256 (ascii "abc"))
          (sha-256 secret)
          (md5 (ascii "abc"))
          (md5 secret)
          (crc-32 (ascii "123456789"))
          (crc-32 secret)
          (vector->hex
           (encrypt-block (expand-key key)
                          (vector-map (lambda (i) (* 17 i))
                                      '#(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14
                                         15))))
          (equal? message (encrypt key secret)))))
