;;; The mailbox, below the forms that choose messages by patterns.
;;;
;;; A receive looks at the messages from the oldest on, without removing them,
;;; until one fits; the cursor of the mailbox remembers how far it came. The
;;; deadline is computed once, so messages that do not fit do not prolong it.
;;;
;;; The end of a linked process arrives among the messages, as a condition of
;;; kind exit, and so does one of kind mailbox where messages were lost. Every
;;; receive that meets one removes it and raises it. One whose reason is
;;; `normal` is dropped instead: a normal end is no exception.

;; The moment when a timeout, in seconds or at a time, ends: nanoseconds of the
;; monotonic clock, or #f for never.
(define (%deadline timeout)
  (cond ((not timeout) #f)
        ((time? timeout)
         (%deadline (- (time->seconds timeout) (current-second))))
        ((or (not (real? timeout)) (nan? timeout))
         (%type-error 'recv "a number of seconds, a time or #f" timeout))
        ((> timeout 1000000000) #f)
        ((< timeout 0) (%primitive %now))
        (else
         (+ (%primitive %now) (exact (round (* timeout 1000000000)))))))

(define (%mailbox-rewind!) (%primitive %mailbox-rewind!))
(define (%mailbox-accept!) (%primitive %mailbox-accept!))
(define (%timed-out? message) (%primitive absent? message))

;; The oldest message, and the next one, or `absent` at the deadline.
(define (%first-message deadline)
  (%unless-normal-exit (%primitive %mailbox-first! deadline) deadline))

(define (%next-message deadline)
  (%unless-normal-exit (%primitive %mailbox-next! deadline) deadline))

(define (%unless-normal-exit message deadline)
  (if (%normal-exit? message)
      (begin
        (%primitive %mailbox-accept!)
        (%next-message deadline))
      message))

;; Whether it tells of the end of a linked process, or of lost messages.
(define (%exit-notice? message)
  (if (%primitive condition? message)
      (let ((kind (%primitive %condition-kind message)))
        (if (%primitive eq? kind 'exit) #t (%primitive eq? kind 'mailbox)))
      #f))

(define (%normal-exit? message)
  (if (%primitive condition? message)
      (if (%primitive eq? (%primitive %condition-kind message) 'exit)
          (eq? (cadr (error-object-irritants message)) 'normal)
          #f)
      #f))

;; Removes the notice at the cursor and raises it. What a handler returns is the
;; value of the receive.
(define (%raise-exit notice)
  (%primitive %mailbox-accept!)
  (raise-continuable notice))

(define (%raise-timeout) (raise-continuable 'timeout))

;;> (?): the oldest message. (? timeout): raises the symbol timeout after so
;;> many seconds without one. (? timeout default): returns the default then.
;;> Raises as recv does. Termite paper 4.4.
;;> Example: (begin (! (self) 'hello) (?)) => hello
(define ?
  (case-lambda
    (() (let ((message (%primitive %mailbox-take!)))
          (if (%primitive absent? message)
              (%take-first #f %raise-timeout)
              message)))
    ((timeout) (%take-first timeout %raise-timeout))
    ((timeout default) (%take-first timeout (lambda () default)))))

(define (%take-first timeout otherwise)
  (let ((message (%first-message (%deadline timeout))))
    (cond ((%timed-out? message)
           (%mailbox-rewind!)
           (otherwise))
          ((%exit-notice? message) (%raise-exit message))
          (else
           (%mailbox-accept!)
           message))))
