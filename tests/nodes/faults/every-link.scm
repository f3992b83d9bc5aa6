;; Every way of making a link between two nodes. After "ready" a line says what
;; comes next: "watch" for the loss of the other node, "end" for the end of this
;; program and "exit" for a call of exit, both with one more link, of the main
;; process; "hold" makes that link and waits.
(import (scheme base) (scheme write) (scheme process-context)
        (termite process) (mound sort))

(define (show object) (write object) (newline))

(define (main there)
  (define here (current-node))
  (define me (self))
  (define reporter (remote-service 'reporter there))
  ;; Does what it is asked to until it is told of an end.
  (define (listener name report)
    (lambda ()
      (catch (lambda (e) (! report (list name (termite-exception-reason e))))
        (let loop ()
          (recv ((from tag thunk)
                 (thunk)
                 (! from (list tag 'done))))
          (loop)))))
  (define (here-end name) (spawn (listener name me)))
  (define (there-end name) (remote-spawn there (listener name reporter)))
  (define (by-here name link)
    (let ((there (there-end name)))
      (!? (here-end name) (lambda () (link there)))))
  (define (by-there name link)
    (let ((here (here-end name)))
      (!? (there-end name) (lambda () (link here)))))

  (by-here 'outbound outbound-link)
  (by-here 'inbound inbound-link)
  (by-here 'full full-link)
  (by-there 'outbound-there outbound-link)
  (by-there 'inbound-there inbound-link)
  (by-there 'full-there full-link)
  (let ((thunk (listener 'spawn-link reporter)))
    (!? (here-end 'spawn-link) (lambda () (remote-spawn-link there thunk))))
  (let ((thunk (listener 'spawn-link-there me)))
    (!? (there-end 'spawn-link-there)
        (lambda () (remote-spawn-link here thunk))))
  (remote-spawn there (listener 'links reporter) links: (list (here-end 'links)))
  (let ((here (here-end 'linked-to)) (thunk (listener 'linked-to reporter)))
    (on there (lambda () (spawn-linked-to here thunk))))
  (inbound-link (there-end 'third-in) (here-end 'third-in))
  (outbound-link (there-end 'third-out) (here-end 'third-out))
  ;; Those that were taken back say nothing.
  (by-here 'unlinked (lambda (other) (full-link other) (unlink other)))
  (by-there 'unlinked-there (lambda (other) (full-link other) (unlink other)))
  (let ((one (here-end 'unlinked-by-other)) (other (there-end 'unlinked-by-other)))
    ;; The other knows of the link when it has answered.
    (!? one (lambda () (full-link other) (!? other (lambda () #t))))
    (!? other (lambda () (unlink one))))
  ;; What stays behind is linked with what went.
  (define proxy
    (spawn (lambda ()
             (catch (lambda (e) (! me 'the-proxy-went-on-here))
               (migrate/proxy there)
               ((listener 'proxy reporter))))))
  (!? proxy (lambda () #t) 60)
  (define watch (monitor proxy))
  ;; All that was said before has arrived.
  (on there (lambda () #t))
  (show 'ready)

  (define (collect reports limit)
    (recv
      (('down ,watch _ reason _) (collect (cons (list 'proxy reason) reports) limit))
      (report (collect (cons report reports) limit))
      (after (if (< (length reports) 10) limit 1) reports)))
  (define (link-me) (remote-spawn-link there (listener 'main reporter)))
  (let ((line (read-line)))
    (cond ((string=? line "watch")
           (show (list-sort
                  (lambda (one other)
                    (string<? (symbol->string (car one)) (symbol->string (car other))))
                  (collect '() 30))))
          (else
           (link-me)
           (show 'linked)
           (cond ((string=? line "exit") (exit))
                 ((string=? line "hold") (read-line)))))))

(main (cadr (command-line)))
