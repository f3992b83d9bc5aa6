;;; The caller's side. A call sends (pid tag request) and waits for one of
;;;
;;;   (tag value)              the answer
;;;   (tag object raised trace ...)
;;;                            what the server raises at the caller, and where
;;;                            it was raised if it is no condition
;;;   (tag #f withdrawn)       the server has forgotten the call
;;;   (tag value offered)      the answer, which the server keeps until it is
;;;                            accepted
;;;
;;; A call that ends early, by its timeout or by the end of a linked process, is
;;; withdrawn in two steps: the caller sends (withdraw pid tag) and waits for
;;; what the server says. If the answer has crossed with that, the call was
;;; answered, and so what it took is never lost. The server is watched
;;; meanwhile: a call ends when the process or its node does.
;;;
;;; What is offered is accepted by (accept pid tag), and is the answer when the
;;; server has confirmed that: (tag #t). So it is neither lost with a process of
;;; another node that ends before, nor there twice.
;;;
;;; Servers that run what a program gives them, as those of (termite server) do,
;;; may be busy for long, and cannot say that they forget a call. A call of such
;;; a server is dropped instead: it ends in time, and the answer is not taken
;;; when it comes.

;;> (call server request [timeout [default]]): the answer of the process, which
;;> serves calls, to the request. After so many seconds, or at a time, the
;;> request is withdrawn, and the call returns the default or raises the symbol
;;> timeout; if the answer comes before it is withdrawn it is returned after
;;> all. Without a timeout waits for ever. Raises what the server raises, type,
;;> unsendable, deadlock if a process calls itself, noproc, node-down and
;;> undelivered as !? does, and as recv does.
;;> Example: (eval '(let ((s (spawn (lambda () (serve (lambda (request caller) (reply caller (* 2 request)))))))) (call s 21)) (environment '(termite) '(mound call))) => 42
(define call
  (case-lambda
    ((server request)
     (%call server request #f %raise-timeout))
    ((server request timeout)
     (%call server request timeout %raise-timeout))
    ((server request timeout default)
     (%call server request timeout (lambda () default)))))

;; The same, but the call is dropped at its end. `who` complains if a process
;; calls itself.
(define (%call/drop server request timeout otherwise who)
  (%require-other server who)
  (%begin-call server request (%deadline timeout) otherwise #t
               (lambda (tag watch reason)
                 (%drop-call tag watch reason otherwise))))

;;> (server-status server [timeout [default]]): the association list that the
;;> server tells of itself. Raises as call does.
;;> Example: (eval '(let ((s (spawn (lambda () (serve reply status: (lambda () '((length . 0)))))))) (server-status s)) (environment '(termite) '(mound call))) => ((length . 0))
(define (server-status server . timeout)
  (apply call server '%status timeout))

(define (%call server request timeout otherwise)
  (%require-other server 'call)
  (%call-at server request (%deadline timeout) otherwise #t '()))

;; The same until a deadline. A server that ends with its node only need not be
;; watched by callers of that node. `hint` is added to the message that
;; withdraws, for servers that find what they keep by it.
(define (%call-at server request deadline otherwise watched? hint)
  (%begin-call server request deadline otherwise watched?
               (lambda (tag watch reason)
                 (%withdraw server tag watch reason otherwise hint))))

;; `too-late` is called if there was no room for the request until the deadline.
;; `give-up` ends the call if there is no answer yet; it gets the reason too:
;; absent, or the condition that the mailbox still holds.
(define (%begin-call server request deadline too-late watched? give-up)
  (let ((tag (%primitive %make-tag)))
    (%primitive %mailbox-skip!)
    (let ((watch (if watched? (%monitor-any server) #f)))
      (if (%sent-by? deadline server (list (%primitive %self) tag request))
          (let ((message (%look deadline tag watch)))
            (cond ((%answer? message tag) (%answer server message tag watch))
                  ((pair? message)
                   (%forsake tag watch)
                   (%raise-down message))
                  (else (give-up tag watch message))))
          (begin
            (%forget watch)
            (%mailbox-rewind!)
            (too-late))))))

;; The value of the message that answers the call.
(define (%answer server message tag watch)
  (let ((accepted (or (not (%offered? message))
                      (%accepted? server tag watch))))
    (%forget watch)
    (if accepted
        (%value message)
        (%error-of-kind 'node-down 'call
                        "the connection was lost meanwhile:" server))))

(define (%offered? message)
  (and (pair? (cddr message)) (eq? (caddr message) 'offered)))

;; Accepts what the server has offered; whether it still kept that for this
;; process.
(define (%accepted? server tag watch)
  (! server (list 'accept (%primitive %self) tag))
  (%mailbox-rewind!)
  (let ((message (%look-past tag watch)))
    (if (%answer? message tag)
        (cadr message)
        (begin
          (%forsake tag watch)
          (%raise-down message)))))

(define (%forget watch) (if watch (%primitive %demonitor watch)))

;; The answer with the tag that a process sends of itself, which is watched.
(define (%awaited-answer tag watch)
  (let ((message (%look #f tag watch)))
    (cond ((%answer? message tag)
           (%primitive %demonitor watch)
           (%value message))
          ((pair? message)
           (%forsake tag watch)
           (%raise-down message))
          (else (%drop-call tag watch message void)))))

;; The message that ends the call, removed; absent at the deadline; or the
;; condition that tells of the end of a linked process, which stays.
(define (%look deadline tag watch)
  (let ((message (%next-message deadline)))
    (cond ((%answer? message tag)
           (%mailbox-accept!)
           message)
          ((%primitive absent? message) message)
          ((%exit-notice? message) message)
          ((%down? message watch)
           (%mailbox-accept!)
           message)
          (else (%look deadline tag watch)))))

(define (%value message)
  (if (or (null? (cddr message)) (%offered? message))
      (cadr message)
      (%raise-again (cadr message) (cdddr message))))

(define (%drop-call tag watch reason otherwise)
  (%forsake tag watch)
  (%forget watch)
  (if (condition? reason) (%raise-notice tag))
  (%mailbox-rewind!)
  (otherwise))

(define (%withdraw server tag watch reason otherwise hint)
  (! server (append (list 'withdraw (%primitive %self) tag) hint))
  (let ((message (%look-past tag watch)))
    (cond ((not (%answer? message tag))
           (%forsake tag watch)
           (if (condition? reason) (%raise-notice tag))
           (%raise-down message))
          ((and (pair? (cddr message)) (eq? (caddr message) 'withdrawn))
           (%forget watch)
           (if (condition? reason) (%raise-notice tag) (otherwise)))
          (else
           ;; The withdrawal will be answered too.
           (%mailbox-rewind!)
           (%forsake tag watch)
           (%answer server message tag watch)))))

;; The same as %look, without a deadline; conditions stay where they are.
(define (%look-past tag watch)
  (let ((message (%look #f tag watch)))
    (if (pair? message) message (%look-past tag watch))))

;; Raises what the next receive would raise. No message is the tag.
(define (%raise-notice tag)
  (%mailbox-rewind!)
  (recv (,tag #f) (after 0 #f)))

;; Answers the call of the process with an outcome, (returned value) or (raised
;; object); what cannot be sent is told of as the condition that says so.
(define (%send-outcome to tag outcome)
  (catch (lambda (problem) (! to (list tag problem 'raised)))
    (! to (cons tag
                (if (eq? (car outcome) 'returned)
                    (cdr outcome)
                    (cons (cadr outcome) (cons 'raised (cddr outcome))))))))

;; What came out of the thunk: (returned value) or (raised object). The end of a
;; linked process is not of the thunk's making.
(define (%outcome-of thunk)
  (let ((outcome (%traced-outcome thunk)))
    (if (and (eq? (car outcome) 'raised)
             (termite-exception? (cadr outcome)))
        (%raise-outcome outcome)
        outcome)))
