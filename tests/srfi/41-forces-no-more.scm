;; SRFI 41: no more of a stream is computed than is asked for. Each procedure gets streams that count what is
;; computed of them, and that end in an error a little behind what is needed.
(import (scheme base) (srfi 41) (srfi 64))
(test-begin "srfi-41-forces-no-more")

(define computed 0)
;; The numbers from 0 on; the pair of `most` must not be computed.
(define (numbers most)
  (stream-let loop ((n 0))
    (if (= n most)
        (error "nobody has asked for so many:" n)
        (begin
          (set! computed (+ computed 1))
          (stream-cons n (loop (+ n 1)))))))
(define (count-of thunk)
  (set! computed 0)
  (let ((value (thunk))) (list value computed)))

;; Nothing is computed by the call; so many pairs are when the first `count` elements are there.
(define-syntax test-lazy
  (syntax-rules ()
    ((_ name expected pairs (s most) expression)
     (test-group name
       (let ((s (numbers most)))
         (set! computed 0)
         (let ((made expression))
           (test-eqv 0 computed)
           (test-equal expected (stream->list (length expected) made))
           (test-eqv pairs computed)))))))

(test-lazy "map" '(0 10 20) 3 (s 3) (stream-map (lambda (n) (* 10 n)) s))
(test-lazy "map of two" '(0 2 4) 6 (s 3) (stream-map + s (numbers 3)))
(test-lazy "filter" '(1 3) 4 (s 4) (stream-filter odd? s))
(test-lazy "take" '(0 1 2) 3 (s 3) (stream-take 3 s))
(test-lazy "take fewer" '(0 1) 2 (s 2) (stream-take 9 s))
(test-lazy "take-while" '(0 1) 2 (s 2) (stream-take-while (lambda (n) (< n 5)) s))
(test-lazy "drop" '(2 3) 4 (s 4) (stream-drop 2 s))
(test-lazy "drop-while" '(3 4) 5 (s 5) (stream-drop-while (lambda (n) (< n 3)) s))
(test-lazy "append" '(0 1) 2 (s 2) (stream-append s (error-stream)))
(test-lazy "append behind" '(a 0 1) 2 (s 2) (stream-append (stream 'a) s))
(test-lazy "concat" '(a 0 1) 2 (s 2) (stream-concat (stream (stream 'a) s (error-stream))))
;; It ends with the stream, so each of its elements asks whether there is one more.
(test-lazy "scan" '(0 0 1 3) 4 (s 4) (stream-scan + 0 s))
(test-lazy "zip" '((0 0) (1 1)) 4 (s 2) (stream-zip s (numbers 2)))
(test-lazy "of" '(0 4) 3 (s 3) (stream-of (* n n) (n in s) (even? n)))
(test-lazy "reverse of a part" '(2 1 0) 3 (s 3) (stream-reverse (stream-take 3 s)))

(define (error-stream)
  (stream-let loop () (error "this stream is not needed")))

;; What takes a number of elements looks at no more.
(test-equal '((0 1 2) 3) (count-of (lambda () (stream->list 3 (numbers 3)))))
(test-equal '(() 0) (count-of (lambda () (stream->list 0 (error-stream)))))
(test-equal '(() 0) (count-of (lambda () (stream->list (stream-take 0 (error-stream))))))
(test-equal '(2 3) (count-of (lambda () (stream-ref (numbers 3) 2))))
(test-equal '(#t 0) (count-of (lambda () (stream? (numbers 0)))))
;; The test of a filter, and the procedure of a map, are called once for each element, also when the
;; stream is gone through twice.
(define calls 0)
(define counted
  (stream-filter (lambda (n) (set! calls (+ calls 1)) (odd? n))
                 (stream-map (lambda (n) (set! calls (+ calls 1)) n) (numbers 6))))
(test-equal '(1 3 5) (stream->list 3 counted))
(test-equal '(1 3 5) (stream->list 3 counted))
(test-eqv 12 calls)

;; Streams of two lengths end with the shorter, whichever that is, and it is asked first or not at all.
(test-equal '((0 a) (1 b)) (stream->list (stream-zip (numbers 3) (stream 'a 'b))))
(test-equal '((a 0) (b 1)) (stream->list (stream-zip (stream 'a 'b) (numbers 3))))
(test-equal '() (stream->list (stream-map + stream-null (numbers 1))))
(test-equal '() (stream->list (stream-append)))
(test-equal '() (stream->list (stream-append stream-null stream-null)))
(test-equal '() (stream->list (stream-concat stream-null)))
(test-equal '() (stream->list (stream-reverse stream-null)))
(test-equal '(7) (stream->list (stream-scan + 7 stream-null)))
(test-eqv 7 (stream-fold + 7 stream-null))
(test-eqv 0 (stream-length stream-null))
(test-equal '() (stream->list (stream-unfold values (lambda (n) #f) values 0)))
(test-equal '(1 2) (stream->list (stream-range 1 3)))
(test-equal '() (stream->list (stream-range 3 3)))
(test-equal '(3) (stream->list (stream-range 3 2)))
;; The order of arguments: the accumulated first.
(test-equal '(((z . 0) . 1) 2) (count-of (lambda () (stream-fold cons 'z (stream-take 2 (numbers 2))))))
(test-equal '(z (z . 0) ((z . 0) . 1)) (stream->list 3 (stream-scan cons 'z (numbers 3))))
(test-end)
