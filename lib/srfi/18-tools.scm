;;; What threads, mutexes and condition variables have in common: each is a
;;; process that keeps what belongs to it, and its pid is the handle. A handle
;;; is eq? to all copies of it and may be sent anywhere. Threads share nothing
;;; else: a thread begins with copies of what its thunk refers to, and what it
;;; changes is its own. State that several change belongs into a process, as
;;; those of (mound cell).
;;;
;;; Such a process takes (from tag request) and answers (tag value), at once or
;;; later; it alone decides whether a wait ends with its object or by its
;;; deadline, a number of seconds since 1970. Messages of other forms are
;;; dropped. It lives until it is terminated.

;; One who waits: where the answer goes, the monitor of that process, until
;; when, and what else is known of the request.
(define-record-type waiter
  (%make-waiter from tag watch deadline data)
  %waiter?
  (from %waiter-from)
  (tag %waiter-tag)
  (watch %waiter-watch)
  (deadline %waiter-deadline)
  (data %waiter-data))

(define (%answer waiter value)
  (demonitor (%waiter-watch waiter))
  (! (%waiter-from waiter) (list (%waiter-tag waiter) value)))

;; A timeout is a time, a number of seconds from now, or #f for none.
(define (%deadline-of timeout who)
  (cond ((not timeout) #f)
        ((time? timeout) (time->seconds timeout))
        ((and (real? timeout) (not (nan? timeout)))
         (+ (current-second) timeout))
        (else
         (%type-error who "a number of seconds, a time or #f" timeout))))

;; The seconds until the first of the deadlines, or #f.
(define (%nearest waiters)
  (let loop ((rest waiters) (first #f))
    (if (null? rest)
        (and first (max 0 (- first (current-second))))
        (let ((deadline (%waiter-deadline (car rest))))
          (loop (cdr rest)
                (if (and deadline (or (not first) (< deadline first)))
                    deadline
                    first))))))

;; Tells those whose deadline has passed; the others.
(define (%expire waiters)
  (let ((now (current-second)))
    (%select (lambda (waiter)
               (let ((deadline (%waiter-deadline waiter)))
                 (if (and deadline (<= deadline now))
                     (begin (%answer waiter 'timeout) #f)
                     #t)))
             waiters)))

(define (%without-watch watch waiters)
  (%select (lambda (waiter) (not (eq? (%waiter-watch waiter) watch)))
           waiters))

(define (%select test list)
  (cond ((null? list) '())
        ((test (car list))
         (cons (car list) (%select test (cdr list))))
        (else (%select test (cdr list)))))

;; Whether the process says that it is of the kind.
(define (%is-a? object kind)
  (and (pid? object)
       (alive? object)
       (eq? (!? object 'kind 1 #f) kind)))

(define (%ask object request what who)
  (if (not (pid? object)) (%type-error who what object))
  (!? object request))

;; Names and the like are asked for with one symbol, and set with a list.
(define (%property request name specific)
  (cond ((eq? request 'name) name)
        ((eq? request 'specific) specific)
        (else #f)))
