;;; Matching: all threads go through the graph at once, those that a
;;; backtracking matcher would try first in front. A thread is a pair of a node,
;;; which is of kind char or accept, and of the places noted, the last first. No
;;; two threads are at one node, so a step takes time in proportion to the
;;; graph.
;;;
;;; `marks` has for each node the last step in which it was reached. Nothing of
;;; a program runs while it is in use.

(define (%node-id node) (vector-ref node 0))
(define (%node-kind node) (vector-ref node 1))

;; Adds what can be reached from the node without a character in front of the
;; threads, which are in reverse order.
(define (%reach node saves threads index string start end marks)
  (if (eqv? (vector-ref marks (%node-id node)) index)
      threads
      (begin
        (vector-set! marks (%node-id node) index)
        (case (%node-kind node)
          ((char accept) (cons (cons node saves) threads))
          ((split)
           (%reach (vector-ref node 3) saves
                   (%reach (vector-ref node 2) saves threads index string start
                           end marks)
                   index string start end marks))
          ((save)
           (%reach (vector-ref node 3)
                   (cons (cons (vector-ref node 2) index) saves)
                   threads index string start end marks))
          ((assert)
           (if (%boundary? (vector-ref node 2) (vector-ref node 3) string index
                           start end)
               (%reach (vector-ref node 4) saves threads index string start end
                       marks)
               threads))
          (else
           (if (eq? (%look (vector-ref node 4) (vector-ref node 2) string index
                           start end (vector-length marks))
                    (vector-ref node 3))
               (%reach (vector-ref node 5) saves threads index string start end
                       marks)
               threads))))))

;; The threads after a character, in reverse order.
(define (%step threads char next-index string start end marks)
  (let loop ((threads threads) (reached '()))
    (if (null? threads)
        reached
        (let ((node (caar threads)))
          (loop (cdr threads)
                (if (and (eq? (%node-kind node) 'char)
                         (%in-bounds? (vector-ref node 2) char))
                    (%reach (vector-ref node 3) (cdar threads) reached
                            next-index string start end marks)
                    reached))))))

;; The threads in front of the first that accepts, and its places, or #f.
(define (%cut threads)
  (let loop ((threads threads) (before '()))
    (cond ((null? threads) (values (reverse before) #f))
          ((eq? (%node-kind (caar threads)) 'accept)
           (values (reverse before) (cdar threads)))
          (else (loop (cdr threads) (cons (car threads) before))))))

;; The places of the first match that begins at `from` or later, or #f.
(define (%search-places regexp string start from end)
  (let ((marks (make-vector (%nodes regexp) #f)) (first (%start regexp)))
    (let loop ((index from) (reached '()) (found #f))
      (call-with-values
       (lambda ()
         (%cut (reverse (if found
                            reached
                            (%reach first '() reached index string start end
                                    marks)))))
       (lambda (threads places)
         (let ((found (or places found)))
           (cond ((= index end) found)
                 ((and found (null? threads)) found)
                 (else
                  (loop (+ index 1)
                        (%step threads (string-ref string index) (+ index 1)
                               string start end marks)
                        found)))))))))

(define (%search regexp string start from end)
  (let ((places (%search-places regexp string start from end)))
    (and places (%places->match regexp string places))))

;; The same for matches from the start to the end only.
(define (%match-whole regexp string start end)
  (let ((marks (make-vector (%nodes regexp) #f)))
    (let loop ((index start)
               (reached (%reach (%start regexp) '() '() start string start end
                                marks)))
      (cond ((= index end)
             (call-with-values
              (lambda () (%cut (reverse reached)))
              (lambda (threads places)
                (and places (%places->match regexp string places)))))
            ((null? reached) #f)
            (else
             (loop (+ index 1)
                   (%step (reverse reached) (string-ref string index)
                          (+ index 1) string start end marks)))))))

;; Whether the graph matches from the index on, or backwards.
(define (%look node ahead string index start end nodes)
  (let ((marks (make-vector nodes #f)))
    (let loop ((index index)
               (reached (%reach node '() '() index string start end marks)))
      (cond ((%accepts? reached) #t)
            ((null? reached) #f)
            (ahead
             (and (< index end)
                  (loop (+ index 1)
                        (%step (reverse reached) (string-ref string index)
                               (+ index 1) string start end marks))))
            (else
             (and (> index start)
                  (loop (- index 1)
                        (%step (reverse reached)
                               (string-ref string (- index 1)) (- index 1)
                               string start end marks))))))))

(define (%accepts? threads)
  (and (pair? threads)
       (or (eq? (%node-kind (caar threads)) 'accept)
           (%accepts? (cdr threads)))))

;; The last place noted for each slot counts.
(define (%places->match regexp string places)
  (let ((spans
         (let loop ((group (%groups regexp)) (spans '()))
           (if (< group 0)
               spans
               (let ((start (assv (* 2 group) places))
                     (end (assv (+ 1 (* 2 group)) places)))
                 (loop (- group 1)
                       (cons (and start end (cons (cdr start) (cdr end)))
                             spans)))))))
    (%make-match string (list->vector spans) (%names regexp))))
