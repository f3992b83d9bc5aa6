;;; From trees to graphs. A node is a vector:
;;;
;;;   #(id char bounds next)     goes on if the next character is in the set
;;;   #(id split first second)   goes on both ways, the first before the second
;;;   #(id save slot next)       notes the place, at slot 2n the start of
;;;                              submatch n
;;;   #(id assert kind ascii? next)
;;;   #(id look ahead? wanted? start next)   start of a graph of its own
;;;   #(id accept)

;; More nodes than this are refused, since repetitions of repetitions grow fast.
(define %nodes-max 50000)

;; How many nodes a tree becomes.
(define (%size tree)
  (define (total trees)
    (let loop ((trees trees) (sum 0))
      (if (null? trees) sum (loop (cdr trees) (+ sum (%size (car trees)))))))
  (case (car tree)
    ((set assert) 1)
    ((seq) (total (cdr tree)))
    ((alt) (+ (total (cdr tree)) (length tree)))
    ((group) (+ 2 (%size (caddr tree))))
    ((rep)
     (let ((min (list-ref tree 1))
           (max (list-ref tree 2))
           (size (%size (list-ref tree 4))))
       (+ (* min size) (* (if max (- max min) 1) (+ size 1)))))
    (else (+ 2 (%size (cadddr tree))))))

;; The first node, and how many there are.
(define (%compile tree)
  (let ((count 0) (size (%size tree)))
    (define (make kind . parts)
      (let ((node (apply vector count kind parts)))
        (set! count (+ count 1))
        node))
    ;; `backward` graphs read the string from the right, for look-behind.
    (define (emit tree next backward)
      (case (car tree)
        ((set) (make 'char (cdr tree) next))
        ((seq)
         (let loop ((rest (if backward (cdr tree) (reverse (cdr tree))))
                    (next next))
           (if (null? rest)
               next
               (loop (cdr rest) (emit (car rest) next backward)))))
        ((alt) (emit-choices (cdr tree) next backward))
        ((group)
         (let ((slot (* 2 (cadr tree))))
           (make 'save slot
                 (emit (caddr tree) (make 'save (+ slot 1) next) backward))))
        ((rep)
         (emit-repetition (list-ref tree 1) (list-ref tree 2)
                          (list-ref tree 3) (list-ref tree 4) next backward))
        ((assert) (make 'assert (cadr tree) (caddr tree) next))
        (else
         (make 'look (cadr tree) (caddr tree)
               (emit (cadddr tree) (make 'accept) (not (cadr tree)))
               next))))
    (define (emit-choices trees next backward)
      (cond ((null? trees) (make 'char (vector) next))
            ((null? (cdr trees)) (emit (car trees) next backward))
            (else
             (let* ((others (emit-choices (cdr trees) next backward))
                    (first (emit (car trees) next backward)))
               (make 'split first others)))))
    (define (choose greedy more next)
      (if greedy (make 'split more next) (make 'split next more)))
    (define (emit-repetition min max greedy tree next backward)
      (if (> min 0)
          (emit tree
                (emit-repetition (- min 1) (and max (- max 1)) greedy tree next
                                 backward)
                backward)
          (if max
              (let loop ((left max) (after next))
                (if (= left 0)
                    after
                    (loop (- left 1)
                          (choose greedy (emit tree after backward) next))))
              (emit-loop greedy tree next backward))))
    (define (emit-loop greedy tree next backward)
      (let* ((node (make 'split #f #f)) (body (emit tree node backward)))
        (vector-set! node 2 (if greedy body next))
        (vector-set! node 3 (if greedy next body))
        node))
    (if (> size %nodes-max)
        (%error-of-kind 'range 'regexp "the regular expression is too large"
                        size))
    (let ((start (make 'save 0 (emit tree (make 'save 1 (make 'accept)) #f))))
      (values start count))))
