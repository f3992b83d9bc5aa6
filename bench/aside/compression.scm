;;; Compression of bytevectors: Huffman's canonical codes, LZ77 with chains of
;;; hashes, and adaptive arithmetic coding; each is undone and compared.

;; Growing outputs of bytes and bits.

(define-record-type output
  (make-output bytes size pending count)
  output?
  (bytes output-bytes set-output-bytes!)
  (size output-size set-output-size!)
  (pending output-pending set-output-pending!)
  (count output-count set-output-count!))

(define (new-output) (make-output (make-bytevector 64 0) 0 0 0))

(define (put-byte! output byte)
  (let ((size (output-size output)))
    (if (= size (bytevector-length (output-bytes output)))
        (set-output-bytes! output
                           (bytevector-append (output-bytes output)
                                              (make-bytevector size 0))))
    (bytevector-u8-set! (output-bytes output) size byte)
    (set-output-size! output (+ size 1))))

(define (put-bit! output bit)
  (let ((pending (+ (* 2 (output-pending output)) bit))
        (count (+ 1 (output-count output))))
    (if (= count 8)
        (begin
          (put-byte! output pending)
          (set-output-pending! output 0)
          (set-output-count! output 0))
        (begin
          (set-output-pending! output pending)
          (set-output-count! output count)))))

;; The `count` low bits of a number, the highest first.
(define (put-bits! output number count)
  (if (> count 0)
      (begin
        (put-bits! output (quotient number 2) (- count 1))
        (put-bit! output (remainder number 2)))))

(define (finish-bits! output)
  (if (> (output-count output) 0)
      (begin (put-bit! output 0) (finish-bits! output))))

(define (output-result output)
  (let ((result (make-bytevector (output-size output) 0)))
    (do ((i 0 (+ i 1)))
        ((= i (output-size output)) result)
      (bytevector-u8-set! result
                          i
                          (bytevector-u8-ref (output-bytes output) i)))))

;; Inputs of bits.

(define-record-type input
  (make-input bytes position bit)
  input?
  (bytes input-bytes)
  (position input-position set-input-position!)
  (bit input-bit set-input-bit!))

(define (new-input bytes) (make-input bytes 0 128))

;; After the end come zeros.
(define (take-bit! input)
  (let ((position (input-position input)) (bit (input-bit input)))
    (if (= bit 1)
        (begin
          (set-input-position! input (+ position 1))
          (set-input-bit! input 128))
        (set-input-bit! input (quotient bit 2)))
    (if (< position (bytevector-length (input-bytes input)))
        (remainder (quotient (bytevector-u8-ref (input-bytes input) position)
                             bit)
                   2)
        0)))

(define (take-bits! input count)
  (let loop ((count count) (number 0))
    (if (= count 0)
        number
        (loop (- count 1) (+ (* 2 number) (take-bit! input))))))

(define (take-byte! input) (take-bits! input 8))

;; Huffman's codes.  A tree is a leaf (weight . symbol) or a node
;; (weight left right).

(define (frequencies bytes)
  (let ((counts (make-vector 256 0)))
    (do ((i 0 (+ i 1)))
        ((= i (bytevector-length bytes)) counts)
      (let ((byte (bytevector-u8-ref bytes i)))
        (vector-set! counts byte (+ 1 (vector-ref counts byte)))))))

(define (insert tree trees)
  (if (or (null? trees) (< (car tree) (caar trees)))
      (cons tree trees)
      (cons (car trees) (insert tree (cdr trees)))))

(define (huffman-tree counts)
  (let loop ((trees (let leaves ((byte 0) (trees '()))
                      (cond ((= byte 256) trees)
                            ((= 0 (vector-ref counts byte))
                             (leaves (+ byte 1) trees))
                            (else
                             (leaves (+ byte 1)
                                     (insert (cons (vector-ref counts byte)
                                                   byte)
                                             trees)))))))
    (if (null? (cdr trees))
        (car trees)
        (let ((one (car trees)) (other (cadr trees)))
          (loop (insert (list (+ (car one) (car other)) one other)
                        (cddr trees)))))))

;; How long the code of each byte is.
(define (code-lengths tree)
  (let ((lengths (make-vector 256 0)))
    (let walk ((tree tree) (depth 0))
      (if (pair? (cdr tree))
          (begin
            (walk (cadr tree) (+ depth 1))
            (walk (caddr tree) (+ depth 1)))
          (vector-set! lengths (cdr tree) (max 1 depth))))
    lengths))

;; Canonical codes: (length byte . code), the shortest first.
(define (canonical-codes lengths)
  (define (before? one other)
    (or (< (car one) (car other))
        (and (= (car one) (car other)) (< (cdr one) (cdr other)))))
  (let loop ((left (list-sort
                    before?
                    (filter (lambda (pair) (> (car pair) 0))
                            (let all ((byte 255) (pairs '()))
                              (if (< byte 0)
                                  pairs
                                  (all (- byte 1)
                                       (cons (cons (vector-ref lengths byte)
                                                   byte)
                                             pairs)))))))
             (code 0)
             (last 0)
             (codes '()))
    (if (null? left)
        (reverse codes)
        (let* ((length (caar left)) (code (* code (expt 2 (- length last)))))
          (loop (cdr left)
                (+ code 1)
                length
                (cons (cons length (cons (cdar left) code)) codes))))))

(define (huffman-encode bytes)
  (let* ((output (new-output))
         (lengths (code-lengths (huffman-tree (frequencies bytes))))
         (codes (make-vector 256 #f)))
    (for-each (lambda (code) (vector-set! codes (cadr code) code))
              (canonical-codes lengths))
    (put-bits! output (bytevector-length bytes) 24)
    (vector-for-each (lambda (length) (put-bits! output length 5)) lengths)
    (do ((i 0 (+ i 1)))
        ((= i (bytevector-length bytes)))
      (let ((code (vector-ref codes (bytevector-u8-ref bytes i))))
        (put-bits! output (cddr code) (car code))))
    (finish-bits! output)
    (output-result output)))

(define (huffman-decode bytes)
  (let* ((input (new-input bytes))
         (output (new-output))
         (size (take-bits! input 24))
         (lengths (make-vector 256 0))
         (table (make-hash-table)))
    (do ((byte 0 (+ byte 1)))
        ((= byte 256))
      (vector-set! lengths byte (take-bits! input 5)))
    (for-each (lambda (code)
                (hash-table-set! table
                                 (+ (cddr code) (expt 2 (car code)))
                                 (cadr code)))
              (canonical-codes lengths))
    (let next ((left size))
      (if (> left 0)
          (let bit ((code 1))
            (let* ((code (+ (* 2 code) (take-bit! input)))
                   (byte (hash-table-ref/default table code #f)))
              (if byte
                  (begin
                    (put-byte! output byte)
                    (next (- left 1)))
                  (bit code))))))
    (output-result output)))

;; LZ77: a bit 0 and a byte, or a bit 1, a distance and a length.

(define window 4096)
(define longest 18)

(define (three-bytes bytes position)
  (+ (bytevector-u8-ref bytes position)
     (* 256 (bytevector-u8-ref bytes (+ position 1)))
     (* 65536 (bytevector-u8-ref bytes (+ position 2)))))

(define (match-length bytes one other)
  (let loop ((length 0))
    (if (and (< length longest)
             (< (+ other length) (bytevector-length bytes))
             (= (bytevector-u8-ref bytes (+ one length))
                (bytevector-u8-ref bytes (+ other length))))
        (loop (+ length 1))
        length)))

;; The best of the candidates, the latest first: position and length.
(define (best-match bytes position candidates)
  (let loop ((left candidates) (tries 16) (best 0) (best-length 0))
    (if (or (null? left) (= tries 0) (> (- position (car left)) window))
        (values best best-length)
        (let ((length (match-length bytes (car left) position)))
          (if (> length best-length)
              (loop (cdr left) (- tries 1) (car left) length)
              (loop (cdr left) (- tries 1) best best-length))))))

(define (lz77-encode bytes)
  (let* ((output (new-output))
         (chains (make-hash-table))
         (end (bytevector-length bytes)))
    (define (note! position)
      (if (< (+ position 2) end)
          (hash-table-update!/default chains
                                      (three-bytes bytes position)
                                      (lambda (chain) (cons position chain))
                                      '())))
    (put-bits! output end 24)
    (let loop ((position 0))
      (if (< position end)
          (let-values (((from length)
                        (if (< (+ position 2) end)
                            (best-match bytes
                                        position
                                        (hash-table-ref/default
                                         chains
                                         (three-bytes bytes position)
                                         '()))
                            (values 0 0))))
            (if (< length 3)
                (begin
                  (put-bit! output 0)
                  (put-bits! output (bytevector-u8-ref bytes position) 8)
                  (note! position)
                  (loop (+ position 1)))
                (begin
                  (put-bit! output 1)
                  (put-bits! output (- position from 1) 12)
                  (put-bits! output (- length 3) 4)
                  (do ((i 0 (+ i 1)))
                      ((= i length))
                    (note! (+ position i)))
                  (loop (+ position length)))))))
    (finish-bits! output)
    (output-result output)))

(define (lz77-decode bytes)
  (let* ((input (new-input bytes))
         (output (new-output))
         (size (take-bits! input 24)))
    (let loop ()
      (if (< (output-size output) size)
          (begin
            (if (= 0 (take-bit! input))
                (put-byte! output (take-byte! input))
                (let* ((distance (+ 1 (take-bits! input 12)))
                       (length (+ 3 (take-bits! input 4))))
                  (do ((i 0 (+ i 1)))
                      ((= i length))
                    (put-byte! output
                               (bytevector-u8-ref
                                (output-bytes output)
                                (- (output-size output) distance))))))
            (loop))))
    (output-result output)))

;; Arithmetic coding with a model of bits: the context is what is known of the byte.

(define top 65535)
(define half 32768)
(define quarter 16384)

(define (new-model) (make-vector 256 2048))

;; The chance of a zero, of 4096.
(define (learn! model context bit)
  (let ((chance (vector-ref model context)))
    (vector-set! model
                 context
                 (if (= bit 0)
                     (+ chance (quotient (- 4096 chance) 32))
                     (- chance (quotient chance 32))))))

(define (split-at low high chance)
  (+ low (quotient (* (- high low) (max 1 (min 4095 chance))) 4096)))

(define (arithmetic-encode bytes)
  (let ((output (new-output))
        (model (new-model))
        (low 0)
        (high top)
        (delayed 0))
    (define (emit! bit)
      (put-bit! output bit)
      (do () ((= delayed 0))
        (put-bit! output (- 1 bit))
        (set! delayed (- delayed 1))))
    (define (widen!)
      (cond ((< high half) (emit! 0) (double! 0))
            ((>= low half) (emit! 1) (double! half))
            ((and (>= low quarter) (< high (+ half quarter)))
             (set! delayed (+ delayed 1))
             (double! quarter))))
    (define (double! from)
      (set! low (* 2 (- low from)))
      (set! high (+ 1 (* 2 (- high from))))
      (widen!))
    (define (encode! context bit)
      (let ((middle (split-at low high (vector-ref model context))))
        (if (= bit 0) (set! high middle) (set! low (+ middle 1)))
        (learn! model context bit)
        (widen!)))
    (put-bits! output (bytevector-length bytes) 24)
    (do ((i 0 (+ i 1)))
        ((= i (bytevector-length bytes)))
      (let ((byte (bytevector-u8-ref bytes i)))
        (let loop ((place 128) (context 1))
          (if (> place 0)
              (let ((bit (remainder (quotient byte place) 2)))
                (encode! context bit)
                (loop (quotient place 2) (+ (* 2 context) bit)))))))
    (set! delayed (+ delayed 1))
    (emit! (if (< low quarter) 0 1))
    (finish-bits! output)
    (output-result output)))

(define (arithmetic-decode bytes)
  (let* ((input (new-input bytes))
         (output (new-output))
         (model (new-model))
         (size (take-bits! input 24))
         (code (take-bits! input 16))
         (low 0)
         (high top))
    (define (widen!)
      (cond ((< high half) (double! 0))
            ((>= low half) (double! half))
            ((and (>= low quarter) (< high (+ half quarter)))
             (double! quarter))))
    (define (double! from)
      (set! low (* 2 (- low from)))
      (set! high (+ 1 (* 2 (- high from))))
      (set! code (+ (* 2 (- code from)) (take-bit! input)))
      (widen!))
    (define (decode! context)
      (let* ((middle (split-at low high (vector-ref model context)))
             (bit (if (<= code middle) 0 1)))
        (if (= bit 0) (set! high middle) (set! low (+ middle 1)))
        (learn! model context bit)
        (widen!)
        bit))
    (do ((i 0 (+ i 1)))
        ((= i size) (output-result output))
      (let loop ((context 1))
        (if (< context 256)
            (loop (+ (* 2 context) (decode! context)))
            (put-byte! output (- context 256)))))))

;; Texts.

(define words
  '#("the " "quick " "brown " "fox " "jumps " "over " "a " "lazy " "dog" ", "
     ".\n"
     "and " "then " "it " "rains " "in " "Spain "))

(define (sample-text count)
  (let ((port (open-output-string)))
    (let loop ((count count) (seed 1))
      (if (= count 0)
          (get-output-string port)
          (let ((seed (remainder (+ (* seed 3877) 7919) 262139)))
            (write-string (vector-ref words (quotient (* seed 17) 262139)) port)
            (loop (- count 1) seed))))))

(define (text->bytes text)
  (let ((bytes (make-bytevector (string-length text) 0)))
    (do ((i 0 (+ i 1)))
        ((= i (string-length text)) bytes)
      (bytevector-u8-set! bytes i (char->integer (string-ref text i))))))

(define (digest bytes)
  (let loop ((i 0) (sum 1))
    (if (= i (bytevector-length bytes))
        sum
        (loop (+ i 1)
              (remainder (+ (* sum 31) (bytevector-u8-ref bytes i)) 999983)))))

(define (there-and-back encode decode bytes)
  (let ((encoded (encode bytes)))
    (list (bytevector-length encoded)
          (digest encoded)
          (equal? bytes (decode encoded)))))

(define (benchmark size)
  (let ((bytes (text->bytes (sample-text size))))
    (list (bytevector-length bytes)
          (there-and-back huffman-encode huffman-decode bytes)
          (there-and-back lz77-encode lz77-decode bytes)
          (there-and-back arithmetic-encode arithmetic-decode bytes)
          (there-and-back (lambda (bytes) (huffman-encode (lz77-encode bytes)))
                          (lambda (bytes) (lz77-decode (huffman-decode bytes)))
                          bytes))))
