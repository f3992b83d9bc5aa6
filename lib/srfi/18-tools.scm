;;; What threads, mutexes and condition variables have in common: each is a
;;; process that keeps what belongs to it, and its pid is the handle. A handle
;;; is eq? to all copies of it and may be sent anywhere. Threads share nothing
;;; else: a thread begins with copies of what its thunk refers to, and what it
;;; changes is its own. State that several change belongs into a process, as
;;; those of (mound cell).
;;;
;;; Such a process serves calls (see (mound call)) and lives until it is
;;; terminated. Whoever waits for one decides when the wait ends.

;; A timeout is a time, a number of seconds from now, or #f for none.
(define (%require-timeout timeout who)
  (if (not (or (not timeout)
               (time? timeout)
               (and (real? timeout) (not (nan? timeout)))))
      (%type-error who "a number of seconds, a time or #f" timeout)))

;; Lets all go on that wait, each with the value.
(define (%reply-to-all waiting value)
  (let ((next (next-waiter! waiting)))
    (if next
        (begin
          (reply next value)
          (%reply-to-all waiting value)))))

;; Whether the process says that it is of the kind.
(define (%is-a? object kind)
  (and (pid? object)
       (alive? object)
       (eq? (!? object 'kind 1 #f) kind)))

(define (%ask object request what who)
  (if (not (pid? object)) (%type-error who what object))
  (call object request))

;; The same, or the symbol timeout.
(define (%ask-in-time object request timeout what who)
  (if (not (pid? object)) (%type-error who what object))
  (%require-timeout timeout who)
  (call object request timeout 'timeout))

;; Names and the like are asked for with one symbol, and set with a list.
(define (%property request name specific)
  (cond ((eq? request 'name) name)
        ((eq? request 'specific) specific)
        (else #f)))
