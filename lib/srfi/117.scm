;;; A queue holds a list and its last pair, so that adding at both ends and
;;; removing at the front take the same time for each queue.

;;> (list-queue? object): whether it is a queue. SRFI 117.
;;> Example: (list-queue? (list-queue 1)) => #t
(define-record-type <list-queue>
  (%make-queue list last)
  list-queue?
  (list %list %set-list!)
  (last %last %set-last!))

(define (%last-pair list)
  (if (%end? list)
      '()
      (%walk next ((rest (cdr list)) (last list)) last (next rest))))

;;> (make-list-queue list [last]): a queue of the elements of the list, whose
;;> last pair may be given; it uses the list. Raises type. SRFI 117.
;;> Example: (list-queue-list (make-list-queue (list 1 2))) => (1 2)
(define make-list-queue
  (case-lambda
    ((list) (%make-queue list (%last-pair list)))
    ((list last) (%make-queue list last))))

;;> (list-queue object ...): a queue of the objects. SRFI 117.
;;> Example: (list-queue-list (list-queue 1 2 3)) => (1 2 3)
(define (list-queue . objects) (make-list-queue (list-copy objects)))

;;> (list-queue-copy queue): a queue of the same elements. SRFI 117.
;;> Example: (let* ((q (list-queue 1)) (c (list-queue-copy q))) (list-queue-add-back! q 2) (list-queue-list c)) => (1)
(define (list-queue-copy queue)
  (make-list-queue (list-copy (%list queue))))

;;> (list-queue-unfold stop? element next seed [queue]): adds the elements of
;;> each seed, until one stops, before those of the queue (a new one), and
;;> returns it. SRFI 117.
;;> Example: (list-queue-list (list-queue-unfold (lambda (n) (> n 3)) square (lambda (n) (+ n 1)) 1)) => (1 4 9)
(define list-queue-unfold
  (case-lambda
    ((stop? element next seed)
     (list-queue-unfold stop? element next seed (list-queue)))
    ((stop? element next seed queue)
     (let loop ((seed seed) (made '()))
       (if (stop? seed)
           (begin
             (for-each (lambda (object) (list-queue-add-front! queue object))
                       made)
             queue)
           (loop (next seed) (cons (element seed) made)))))))

;;> (list-queue-unfold-right stop? element next seed [queue]): adds the elements
;;> of each seed, the last one first, behind those of the queue. SRFI 117.
;;> Example: (list-queue-list (list-queue-unfold-right (lambda (n) (> n 3)) square (lambda (n) (+ n 1)) 1)) => (9 4 1)
(define list-queue-unfold-right
  (case-lambda
    ((stop? element next seed)
     (list-queue-unfold-right stop? element next seed (list-queue)))
    ((stop? element next seed queue)
     (let loop ((seed seed) (made '()))
       (if (stop? seed)
           (begin
             (for-each (lambda (object) (list-queue-add-back! queue object))
                       made)
             queue)
           (loop (next seed) (cons (element seed) made)))))))

;;> (list-queue-empty? queue): whether it has no elements. SRFI 117.
;;> Example: (list-queue-empty? (list-queue)) => #t
(define (list-queue-empty? queue) (null? (%list queue)))

(define (%check-not-empty queue who)
  (if (list-queue-empty? queue)
      (%error-of-kind 'range who "the queue is empty" queue)))

;;> (list-queue-front queue): its first element. Raises type, range. SRFI 117.
;;> Example: (list-queue-front (list-queue 1 2)) => 1
(define (list-queue-front queue)
  (%check-not-empty queue 'list-queue-front)
  (car (%list queue)))

;;> (list-queue-back queue): its last element. Raises type, range. SRFI 117.
;;> Example: (list-queue-back (list-queue 1 2)) => 2
(define (list-queue-back queue)
  (%check-not-empty queue 'list-queue-back)
  (car (%last queue)))

;;> (list-queue-list queue): the list that the queue uses. SRFI 117.
;;> Example: (list-queue-list (list-queue 1 2)) => (1 2)
(define (list-queue-list queue) (%list queue))

;;> (list-queue-first-last queue): the first and the last pair of that list, or
;;> (). SRFI 117.
;;> Example: (call-with-values (lambda () (list-queue-first-last (list-queue 1 2))) list) => ((1 2) (2))
(define (list-queue-first-last queue)
  (values (%list queue) (%last queue)))

;;> (list-queue-add-front! queue object): adds it at the front. Raises type.
;;> SRFI 117.
;;> Example: (let ((q (list-queue 1))) (list-queue-add-front! q 0) (list-queue-list q)) => (0 1)
(define (list-queue-add-front! queue object)
  (let ((pair (cons object (%list queue))))
    (if (list-queue-empty? queue) (%set-last! queue pair))
    (%set-list! queue pair)))

;;> (list-queue-add-back! queue object): adds it at the back. Raises type. SRFI
;;> 117.
;;> Example: (let ((q (list-queue 1))) (list-queue-add-back! q 2) (list-queue-list q)) => (1 2)
(define (list-queue-add-back! queue object)
  (let ((pair (list object)))
    (if (list-queue-empty? queue)
        (%set-list! queue pair)
        (set-cdr! (%last queue) pair))
    (%set-last! queue pair)))

;;> (list-queue-remove-front! queue): removes the first element and returns it.
;;> Raises type, range. SRFI 117.
;;> Example: (let ((q (list-queue 1 2))) (list (list-queue-remove-front! q) (list-queue-list q))) => (1 (2))
(define (list-queue-remove-front! queue)
  (%check-not-empty queue 'list-queue-remove-front!)
  (let* ((list (%list queue)) (object (car list)))
    (%set-list! queue (cdr list))
    (if (null? (cdr list)) (%set-last! queue '()))
    object))

;;> (list-queue-remove-back! queue): removes the last element and returns it; in
;;> time proportional to the length. Raises type, range. SRFI 117.
;;> Example: (let ((q (list-queue 1 2))) (list (list-queue-remove-back! q) (list-queue-list q))) => (2 (1))
(define (list-queue-remove-back! queue)
  (%check-not-empty queue 'list-queue-remove-back!)
  (let ((object (car (%last queue))))
    (let loop ((list (%list queue)))
      (cond ((null? (cdr list))
             (%set-list! queue '())
             (%set-last! queue '()))
            ((null? (cddr list))
             (set-cdr! list '())
             (%set-last! queue list))
            (else (loop (cdr list)))))
    object))

;;> (list-queue-remove-all! queue): removes all elements and returns a list of
;;> them. SRFI 117.
;;> Example: (let ((q (list-queue 1 2))) (list (list-queue-remove-all! q) (list-queue-list q))) => ((1 2) ())
(define (list-queue-remove-all! queue)
  (let ((list (%list queue)))
    (list-queue-set-list! queue '())
    list))

;;> (list-queue-set-list! queue list [last]): makes it a queue of the elements
;;> of the list, whose last pair may be given; it uses the list. Raises type.
;;> SRFI 117.
;;> Example: (let ((q (list-queue 1))) (list-queue-set-list! q (list 5 6)) (list-queue-back q)) => 6
(define list-queue-set-list!
  (case-lambda
    ((queue list) (list-queue-set-list! queue list (%last-pair list)))
    ((queue list last)
     (%set-list! queue list)
     (%set-last! queue last))))

;;> (list-queue-append queue ...): a queue of the elements of all. SRFI 117.
;;> Example: (list-queue-list (list-queue-append (list-queue 1) (list-queue 2))) => (1 2)
(define (list-queue-append . queues) (list-queue-concatenate queues))

;;> (list-queue-append! queue ...): the same. SRFI 117.
;;> Example: (list-queue-list (list-queue-append! (list-queue 1) (list-queue 2))) => (1 2)
(define (list-queue-append! . queues) (list-queue-concatenate queues))

;;> (list-queue-concatenate queues): a queue of the elements of all in the list.
;;> SRFI 117.
;;> Example: (list-queue-list (list-queue-concatenate (list (list-queue 1) (list-queue 2)))) => (1 2)
(define (list-queue-concatenate queues)
  (make-list-queue (list-copy (apply append (map %list queues)))))

;;> (list-queue-map procedure queue): a queue of the results. SRFI 117.
;;> Example: (list-queue-list (list-queue-map square (list-queue 1 2 3))) => (1 4 9)
(define (list-queue-map procedure queue)
  (make-list-queue (map procedure (%list queue))))

;;> (list-queue-map! procedure queue): puts the results into the queue. SRFI
;;> 117.
;;> Example: (let ((q (list-queue 1 2))) (list-queue-map! - q) (list-queue-list q)) => (-1 -2)
(define (list-queue-map! procedure queue)
  (list-queue-set-list! queue (map procedure (%list queue))))

;;> (list-queue-for-each procedure queue): calls the procedure with each
;;> element. SRFI 117.
;;> Example: (let ((n 0)) (list-queue-for-each (lambda (x) (set! n (+ n x))) (list-queue 1 2)) n) => 3
(define (list-queue-for-each procedure queue)
  (for-each procedure (%list queue)))
