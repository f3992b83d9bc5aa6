;;; The process of a node that brings those together who put and who get. It
;;; keeps, for each channel at which somebody waits, the waiting in the order of
;;; arrival; a channel at which nobody waits takes no room here. Since one
;;; process sees all channels of the node, a choice between them is decided at
;;; once.
;;;
;;; A request is (get id), (put id value), or (choose start way ...), of which a
;;; way is one of the first two. The answer to a choice is (index value). A
;;; withdrawal has the ids of the request.
;;;
;;; Invariants:
;;; - at a channel only putters or only getters wait, if choices are left out;
;;; - a waiter is answered once: when it is, it is closed, and what is left of
;;;   it at other channels is skipped, and swept when it is too much.
;;;
;;; Who adds: whoever waits. Who removes: the one that answers it, a withdrawal,
;;; the end of a process of another node, and a sweep, which looks for closed
;;; waiters and ended processes whenever a line is twice as long as after the
;;; last one. So a line is at most twice as long as those that really wait.

;; watch: the tag of a monitor, if the process is of another node.
(define-record-type %waiter
  (%make-waiter pid tag watch open?)
  %waiter?
  (pid %waiter-pid)
  (tag %waiter-tag)
  (watch %waiter-watch)
  (open? %waiter-open? %waiter-open!))

;; Places in a line: vectors of a waiter, the index of the way in its choice or
;; #f, and the value that it puts.
(define (%place waiter index value) (vector waiter index value))
(define (%place-waiter place) (vector-ref place 0))

;; front: the first places; back: the others, the last first. limit: the length
;; at which it is swept.
(define-record-type %line
  (%make-line front back length limit)
  %line?
  (front %line-front %line-front!)
  (back %line-back %line-back!)
  (length %line-length %line-length!)
  (limit %line-limit %line-limit!))

;; The lines of those who get and of those who put.
(define-record-type %meeting
  (%make-meeting getters putters)
  %meeting?
  (getters %meeting-getters)
  (putters %meeting-putters))

;; Lines and tables shorter than this are not swept.
(define %swept-from 32)

(define (%new-line) (%make-line '() '() 0 %swept-from))

(define (%new-meeting) (%make-meeting (%new-line) (%new-line)))

(define (%waits? place)
  (let ((waiter (%place-waiter place)))
    (and (%waiter-open? waiter)
         (or (%waiter-watch waiter)
             (%primitive %alive? (%waiter-pid waiter) #f)))))

(define (%all-places line)
  (append (%line-front line) (reverse (%line-back line))))

(define (%keep-places! line test)
  (let loop ((rest (%all-places line)) (kept '()) (length 0))
    (cond ((null? rest)
           (%line-front! line (reverse kept))
           (%line-back! line '())
           (%line-length! line length)
           (%line-limit! line (max %swept-from (* 2 length))))
          ((test (car rest)) (loop (cdr rest) (cons (car rest) kept)
                                   (+ length 1)))
          (else (loop (cdr rest) kept length)))))

(define (%enter! line place)
  (if (>= (%line-length line) (%line-limit line))
      (%keep-places! line %waits?))
  (%line-back! line (cons place (%line-back line)))
  (%line-length! line (+ (%line-length line) 1)))

;; The place of the one that waits longest, which has left the line, or #f.
(define (%leave! line)
  (let ((front (%line-front line)))
    (cond ((pair? front)
           (%line-front! line (cdr front))
           (%line-length! line (- (%line-length line) 1))
           (if (%waits? (car front)) (car front) (%leave! line)))
          ((null? (%line-back line)) #f)
          (else
           (%line-front! line (reverse (%line-back line)))
           (%line-back! line '())
           (%leave! line)))))

(define (%here? pid)
  (let ((node (%primitive %pid-node pid)))
    (or (not node) (equal? node (%primitive %current-node)))))

(define (%waiter-of pid tag)
  (%make-waiter pid tag (if (%here? pid) #f (monitor pid)) #t))

;; Answers one that has waited, or one that need not.
(define (%tell! place value)
  (let ((waiter (%place-waiter place)) (index (vector-ref place 1)))
    (%waiter-open! waiter #f)
    (if (%waiter-watch waiter) (%primitive %demonitor (%waiter-watch waiter)))
    (%answer! (%waiter-pid waiter) (%waiter-tag waiter) index value)))

(define (%answer! pid tag index value)
  (! pid (list tag (if index (list index value) value))))

(define (%keep-channels)
  (define meetings (make-hash-table))
  (define limit %swept-from)
  (define (meeting-at id)
    (or (hash-table-ref/default meetings id #f)
        (let ((new (%new-meeting)))
          (if (>= (hash-table-count meetings) limit) (sweep!))
          (hash-table-set! meetings id new)
          new)))
  ;; Forgets the channels at which nobody waits.
  (define (sweep!)
    (for-each
     (lambda (id)
       (let ((meeting (hash-table-ref/default meetings id #f)))
         (%keep-places! (%meeting-getters meeting) %waits?)
         (%keep-places! (%meeting-putters meeting) %waits?)
         (if (= 0 (%line-length (%meeting-getters meeting))
                (%line-length (%meeting-putters meeting)))
             (hash-table-delete! meetings id))))
     (hash-table-keys meetings))
    (set! limit (max %swept-from (* 2 (hash-table-count meetings)))))
  ;; Whether somebody waited for that; both are answered then.
  (define (meet! pid tag index way)
    (let ((meeting (hash-table-ref/default meetings (cadr way) #f)))
      (if (not meeting)
          #f
          (if (eq? (car way) 'get)
              (let ((place (%leave! (%meeting-putters meeting))))
                (if (not place)
                    #f
                    (begin
                      (%answer! pid tag index (vector-ref place 2))
                      (%tell! place #t)
                      #t)))
              (let ((place (%leave! (%meeting-getters meeting))))
                (if (not place)
                    #f
                    (begin
                      (%tell! place (caddr way))
                      (%answer! pid tag index #t)
                      #t)))))))
  (define (wait! waiter index way)
    (let ((meeting (meeting-at (cadr way))))
      (if (eq? (car way) 'get)
          (%enter! (%meeting-getters meeting) (%place waiter index #f))
          (%enter! (%meeting-putters meeting)
                   (%place waiter index (caddr way))))))
  ;; The ways are tried from the start on and then from the first.
  (define (choose! pid tag start ways)
    (or (try! pid tag start (list-tail ways start))
        (try! pid tag 0 ways)
        (let ((waiter (%waiter-of pid tag)))
          (let loop ((index 0) (rest ways))
            (if (pair? rest)
                (begin
                  (wait! waiter index (car rest))
                  (loop (+ index 1) (cdr rest))))))))
  (define (try! pid tag index ways)
    (cond ((null? ways) #f)
          ((meet! pid tag index (car ways)) #t)
          (else (try! pid tag (+ index 1) (cdr ways)))))
  (define (answer! pid tag request)
    (cond ((eq? request '%status) (! pid (list tag (status))))
          ((eq? (car request) 'choose)
           (choose! pid tag (cadr request) (cddr request)))
          ((not (meet! pid tag #f request))
           (wait! (%waiter-of pid tag) #f request))))
  (define (withdraw! pid tag ids)
    (for-each
     (lambda (id)
       (let ((meeting (hash-table-ref/default meetings id #f)))
         (if meeting
             (begin
               (take-out! (%meeting-getters meeting) tag)
               (take-out! (%meeting-putters meeting) tag)))))
     ids)
    (! pid (list tag #f 'withdrawn)))
  (define (take-out! line tag)
    (%keep-places! line
                   (lambda (place)
                     (let ((waiter (%place-waiter place)))
                       (if (not (eq? (%waiter-tag waiter) tag))
                           #t
                           (begin
                             (if (and (%waiter-open? waiter)
                                      (%waiter-watch waiter))
                                 (%primitive %demonitor
                                             (%waiter-watch waiter)))
                             (%waiter-open! waiter #f)
                             #f))))))
  ;; The end of a process of another node, or the loss of that.
  (define (down! watch)
    (hash-table-walk
     meetings
     (lambda (id meeting)
       (for-each
        (lambda (line)
          (for-each (lambda (place)
                      (if (eq? (%waiter-watch (%place-waiter place)) watch)
                          (%waiter-open! (%place-waiter place) #f)))
                    (%all-places line)))
        (list (%meeting-getters meeting) (%meeting-putters meeting))))))
  ;; How many wait; what is left of others does not count.
  (define (waiting line-of)
    (hash-table-fold
     meetings
     (lambda (id meeting sum)
       (let loop ((places (%all-places (line-of meeting))) (sum sum))
         (cond ((null? places) sum)
               ((%waits? (car places)) (loop (cdr places) (+ sum 1)))
               (else (loop (cdr places) sum)))))
     0))
  (define (status)
    (list (cons 'channels (hash-table-count meetings))
          (cons 'getters (waiting %meeting-getters))
          (cons 'putters (waiting %meeting-putters))))
  (let loop ()
    (let ((message (?)))
      (cond ((%primitive pid? (car message))
             (answer! (car message) (cadr message) (caddr message)))
            ((eq? (car message) 'withdraw)
             (withdraw! (cadr message) (caddr message) (cdddr message)))
            ((eq? (car message) 'down) (down! (cadr message)))))
    (loop)))

;; The keeper of this node.
(define %channel-keeper (spawn %keep-channels name: 'channels))
