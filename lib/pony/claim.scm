;;; Claims of shared ends. The home passes on claims in order.

;;> (claim! end [timeout [default]]): waits until no other process holds the
;;> shared end, which this one then holds until it is released or the process
;;> ends; #t. After so many seconds, or at a time, the claim is withdrawn, and
;;> it returns the default or raises the symbol timeout. Nothing happens to an
;;> end that is not shared. Raises type, deadlock if this process holds it,
;;> link-lost, pony-shut-down, and as recv does.
;;> Example: (eval '(begin (define-channel-type line (x ? integer)) (call-with-values (lambda () (make-ends/any2one line)) (lambda (client server) (let ((me (self))) (fork ((lambda (end) (claim! end) (! me 'held) (? 5 #f)) client)) (recv ('held #t)) (claim! client 0.01 'in-use))))) (environment '(scheme base) '(termite process) '(pony))) => in-use
(define claim!
  (case-lambda
    ((end) (%claim end #f %raise-timeout))
    ((end timeout) (%claim end timeout %raise-timeout))
    ((end timeout default) (%claim end timeout (lambda () default)))))

(define (%claim end timeout otherwise)
  (%require-end end 'claim!)
  (cond ((not (%end-shared? end))
         (%owned-hold end 'claim!)
         #t)
        ((%hold-of end)
         (%error-of-kind 'deadlock 'claim!
                         "a process would wait for itself, for ever:"
                         (%primitive %self)))
        (else
         (let* ((inbox (make-tag))
                (granted (%home-call end
                                     (list 'claim (%end-side end) inbox)
                                     (%deadline timeout))))
           (if granted
               (let ((hold (%new-hold! end inbox (car granted))))
                 (if (cadr granted) (%hold-lost! hold (cadr granted)))
                 #t)
               (otherwise))))))

;;> (release! end): gives the claim of the shared end back. An output that waits
;;> at the other end waits for the next process that claims this one. Raises
;;> type, not-claimed.
;;> Example: (eval '(begin (define-channel-type line (x ? integer)) (call-with-values (lambda () (make-ends/any2one line)) (lambda (client server) (catch condition-kind (release! client))))) (environment '(termite) '(mound conditions) '(pony))) => not-claimed
(define (release! end)
  (let ((hold (%owned-hold end 'release!)))
    (if (%end-shared? end)
        (let ((told (%drop-hold! hold)))
          (! (%end-home end)
             (list 'release (%end-side end) (%primitive %self)
                   (%hold-inbox hold) told))))
    #t))

;;> (with-claim end body ...): evaluates the body while this process holds the
;;> shared end, which is released however the body is left, unless the body has
;;> released it. Raises as claim! does, and what the body raises.
;;> Example: (eval '(begin (define-channel-type line (x ? integer)) (call-with-values (lambda () (make-ends/any2one line)) (lambda (client server) (fork ((lambda (end) (with-claim end (out! (end x) 1))) client)) (in (server x))))) (environment '(termite) '(pony))) => 1
(define-syntax with-claim
  (syntax-rules ()
    ((_ end body0 body ...)
     (%with-claim end (lambda () body0 body ...)))))

(define (%with-claim end body)
  (dynamic-wind
   (lambda () (claim! end))
   body
   (lambda () (if (%hold-of end) (release! end)))))
