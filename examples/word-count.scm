;;; The most frequent words of files, counted in parallel.
;;;
;;;   mound run examples/word-count.scm FILE...
;;;
;;; Each file is counted in a process of its own; the tables of counts come back as
;;; messages. Without arguments the words of a short text are counted.

(import (scheme base) (scheme char) (scheme process-context)
        (srfi 1) (srfi 69) (srfi 132)
        (mound file) (mound task))

(define shown 5)

(define text
  "the quick brown fox and the lazy dog and the slow green turtle and the fox")

;; Calls `take` with each word of the text, in small letters.
(define (for-each-word take text)
  (let ((end (string-length text)))
    (let loop ((start 0) (at 0))
      (define (word) (take (string-downcase (substring text start at))))
      (cond ((= at end)
             (when (< start at) (word)))
            ((char-alphabetic? (string-ref text at))
             (loop start (+ at 1)))
            (else
             (when (< start at) (word))
             (loop (+ at 1) (+ at 1)))))))

(define (count-words text)
  (let ((counts (make-hash-table)))
    (for-each-word
     (lambda (word)
       (hash-table-update!/default counts word (lambda (n) (+ n 1)) 0))
     text)
    (hash-table->alist counts)))

(define (add-counts lists)
  (let ((sums (make-hash-table)))
    (for-each
     (lambda (pair)
       (hash-table-update!/default sums (car pair)
                                   (lambda (n) (+ n (cdr pair))) 0))
     (concatenate lists))
    (hash-table->alist sums)))

;; The most frequent first; words as frequent as each other by the alphabet.
(define (more-frequent? a b)
  (or (> (cdr a) (cdr b))
      (and (= (cdr a) (cdr b)) (string<? (car a) (car b)))))

(define files (cdr (command-line)))

(define counts
  (if (null? files)
      (count-words text)
      (add-counts
       (parallel-map (lambda (file) (count-words (read-file file))) files))))

(let ((sorted (list-sort more-frequent? counts)))
  (for-each
   (lambda (pair)
     (write-string (number->string (cdr pair)))
     (write-string " ")
     (write-string (car pair))
     (newline))
   (take sorted (min shown (length sorted)))))
