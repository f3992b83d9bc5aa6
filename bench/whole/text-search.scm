;;; Searches in texts: frequencies of words, words within an edit distance by a trie, Boyer and
;;; Moore's search with bad characters, and suffix arrays with longest common prefixes.

(define base-text
  "when the wind blows over the old stone bridge the river carries leaves and letters to the
sea and the keeper of the lock counts what the water brings a bottle a hat a broken oar and
now and then a message that nobody wanted to be read the keeper reads it and writes an answer
on the other side and the river carries the answer away for the river never asks who it was
that wrote and never tells who it was that read ")

(define syllables
  '#("ba" "ke" "lo" "mi" "nu" "ra" "se" "to" "vi" "wen" "the" "an"))

(define seed 1)

(define (random-below limit)
  (set! seed (remainder (+ (* seed 8121) 28411) 134456))
  (remainder (quotient seed 8) limit))

(define (random-word)
  (let loop ((count (+ 1 (random-below 3))) (word ""))
    (if (= count 0)
        word
        (loop (- count 1)
              (string-append (vector-ref syllables (random-below 12)) word)))))

(define (make-text count)
  (let ((port (open-output-string)))
    (do ((i 0 (+ i 1)))
        ((= i count) (get-output-string port))
      (if (= 0 (remainder i 40)) (write-string base-text port))
      (write-string (random-word) port)
      (write-char #\space port))))

;;; Words.

(define (words text)
  (let loop ((index (- (string-length text) 1)) (letters '()) (words '()))
    (define (with-word)
      (if (null? letters) words (cons (list->string letters) words)))
    (if (< index 0)
        (with-word)
        (let ((character (string-ref text index)))
          (if (char-alphabetic? character)
              (loop (- index 1) (cons character letters) words)
              (loop (- index 1) '() (with-word)))))))

;; Pairs of words and counts, the most frequent first, and then by the alphabet.
(define (frequencies words)
  (let ((table (make-hash-table string=?)))
    (for-each (lambda (word)
                (hash-table-update!/default table
                                            word
                                            (lambda (count) (+ count 1))
                                            0))
              words)
    (list-sort (lambda (one other)
                 (or (> (cdr one) (cdr other))
                     (and (= (cdr one) (cdr other))
                          (string<? (car one) (car other)))))
               (hash-table->alist table))))

;;; A trie whose nodes are pairs of a word or #f and an association list of characters.

(define (make-trie) (list #f))

(define (trie-insert! trie word)
  (let loop ((trie trie) (letters (string->list word)))
    (if (null? letters)
        (set-car! trie word)
        (let ((found (assv (car letters) (cdr trie))))
          (if found
              (loop (cdr found) (cdr letters))
              (let ((new (make-trie)))
                (set-cdr! trie (cons (cons (car letters) new) (cdr trie)))
                (loop new (cdr letters))))))))

;; The words of the trie that so many edits make of this word, by rows of the table of
;; distances for each node.
(define (nearby trie word limit)
  (let ((letters (string->list word)))
    (let search ((trie trie) (row (first-row letters)) (found '()))
      (fold (lambda (branch found)
              (let ((row (next-row letters (car branch) row)))
                (if (<= (apply min row) limit)
                    (search (cdr branch) row found)
                    found)))
            (if (and (car trie) (<= (list-ref row (length letters)) limit))
                (cons (car trie) found)
                found)
            (cdr trie)))))

(define (first-row letters)
  (let loop ((letters letters) (number 0))
    (cons number (if (null? letters) '() (loop (cdr letters) (+ number 1))))))

(define (next-row letters character row)
  (let ((first (+ 1 (car row))))
    (cons first
          (let loop ((letters letters) (row row) (left first))
            (if (null? letters)
                '()
                (let ((here (min (+ left 1)
                                 (+ (cadr row) 1)
                                 (+ (car row)
                                    (if (char=? character (car letters))
                                        0
                                        1)))))
                  (cons here (loop (cdr letters) (cdr row) here))))))))

;;; Boyer and Moore's search.

(define (occurrences pattern text)
  (let ((last (- (string-length pattern) 1))
        (end (string-length text))
        (table (make-hash-table eqv?)))
    (do ((i 0 (+ i 1)))
        ((> i last))
      (hash-table-set! table (string-ref pattern i) i))
    (let loop ((start 0) (count 0))
      (if (> (+ start last) (- end 1))
          count
          (let compare ((i last))
            (cond ((< i 0) (loop (+ start 1) (+ count 1)))
                  ((char=? (string-ref pattern i) (string-ref text (+ start i)))
                   (compare (- i 1)))
                  (else
                   (let ((place (hash-table-ref/default table
                                                        (string-ref text
                                                                    (+ start i))
                                                        -1)))
                     (loop (+ start (max 1 (- i place))) count)))))))))

(define (occurs-at? pattern text start)
  (let loop ((i 0))
    (or (= i (string-length pattern))
        (and (char=? (string-ref pattern i) (string-ref text (+ start i)))
             (loop (+ i 1))))))

(define (slow-occurrences pattern text)
  (let loop ((start (- (string-length text) (string-length pattern))) (count 0))
    (if (< start 0)
        count
        (loop (- start 1)
              (if (occurs-at? pattern text start) (+ count 1) count)))))

;;; Suffix arrays.

;; How many characters two suffixes have in common.
(define (common-prefix text one other)
  (let ((end (string-length text)))
    (let loop ((length 0))
      (if (and (< (+ one length) end)
               (< (+ other length) end)
               (char=? (string-ref text (+ one length))
                       (string-ref text (+ other length))))
          (loop (+ length 1))
          length))))

(define (suffix<? text)
  (let ((end (string-length text)))
    (lambda (one other)
      (let ((length (common-prefix text one other)))
        (cond ((= (+ one length) end) (not (= one other)))
              ((= (+ other length) end) #f)
              (else
               (char<? (string-ref text (+ one length))
                       (string-ref text (+ other length)))))))))

(define (suffix-array text)
  (let ((suffixes (make-vector (string-length text) 0)))
    (do ((i 0 (+ i 1)))
        ((= i (string-length text)))
      (vector-set! suffixes i i))
    (vector-sort! (suffix<? text) suffixes)
    suffixes))

;; The longest text that occurs twice.
(define (longest-repeat text suffixes)
  (let loop ((i 1) (best 0) (where 0))
    (if (= i (vector-length suffixes))
        (substring text where (+ where best))
        (let ((length (common-prefix text
                                     (vector-ref suffixes (- i 1))
                                     (vector-ref suffixes i))))
          (if (> length best)
              (loop (+ i 1) length (vector-ref suffixes i))
              (loop (+ i 1) best where))))))

(define (benchmark size)
  (set! seed 1)
  (let* ((text (make-text size))
         (all (words text))
         (counts (frequencies all))
         (trie (make-trie))
         (part
          (substring text 380 (min (string-length text) (+ 430 (* 3 size)))))
         (suffixes (suffix-array part))
         (patterns '("the" "river carries" "wen" "keeper of the lock" "zebra")))
    (for-each (lambda (entry) (trie-insert! trie (car entry))) counts)
    (let ((found (map (lambda (pattern) (occurrences pattern text)) patterns)))
      (list (length all)
            (length counts)
            (car counts)
            (list-ref counts 10)
            found
            (equal? found
                    (map (lambda (pattern) (slow-occurrences pattern text))
                         patterns))
            (map (lambda (word) (length (nearby trie word 2)))
                 '("keeper" "bridge" "wenthe" "loto" "answers"))
            (string-length (longest-repeat part suffixes))
            (vector-ref suffixes 0)))))
