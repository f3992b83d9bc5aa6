;; Ends that were allocated to block where the node at the other end is lost, as in
;; the original, beside ends that raise. The line "ready" asks for the end of the
;; second of the other nodes.
(import (scheme base) (scheme write) (scheme process-context)
        (mound conditions) (termite process) (pony))

(define-channel-type line (x ? integer) (y ! integer))

(define (show object) (write object) (newline))
(define-syntax kind
  (syntax-rules ()
    ((_ body ...)
     (guard (e ((and (pony-error? e) (pony-error-code e)) (pony-error-code e))
               ((condition? e) (condition-kind e))
               (#t e))
       body ...))))

(define (main second third)
  (define me (self))
  (define ans (current-node))
  (define (note object) (! me (list 'note object)))
  (define (noted) (recv (('note object) object)))
  (define (away procedure)
    (remote-spawn third
      (lambda ()
        (procedure (pony-startup "app" 'slave 'ans ans))
        (note 'there)
        (recv ('never #t)))))
  (ans-start)
  (define net (pony-startup "app" 'master 'on-link-loss 'block))
  (define raising (pony-startup "app" 'slave))
  (show (kind (pony-startup "app" 'slave 'on-link-loss 'wait)))

  ;; Readers and writers of what the third node holds, one of each kind.
  (define readers
    (list (pony-alloc-server net "reader" line) (pony-alloc-server raising "raises" line)))
  (define writer (pony-alloc-client net "writer" line))
  (define answers (pony-alloc-server net "answers" line))
  (away (lambda (net)
          (for-each (lambda (name) (out! ((pony-alloc-client net name line) x) 1))
                    '("reader" "raises" "answers"))
          (let ((end (pony-alloc-server net "writer" line))) (in (end x)))))
  (show (map (lambda (end) (in (end x))) (append readers (list answers))))
  (out! (writer x) 1)
  (show (noted))
  (display "ready")
  (newline)

  ;; When the home of the bundle knows of the loss, it has told the holder.
  (define (await-loss end)
    (if (not (eqv? -2 (kind (pony-current-remote-node net end)))) (await-loss end)))
  (for-each await-loss readers)
  (show (map (lambda (end) (kind (alt ((in (end x) n) n) ((after 0.01) 'waits)))) readers))
  (show (kind (pri-alt ((in ((car readers) x) n) n) ((skip) 'skipped))))
  ;; The operation of an end that raises fails; each of the others waits, until its
  ;; process is ended by others.
  (define (state procedure end raises?)
    (let* ((pid (fork ((lambda (end)
                         (await-loss end)
                         (note 'lost)
                         (procedure end))
                       end)))
           (watch (monitor pid)))
      (noted)
      (let ((before (recv (('down ,watch _ reason _) reason)
                          (after (if raises? #f 0.02) 'waits))))
        (terminate! pid)
        (list before (if (eq? before 'waits) (recv (('down ,watch _ reason _) reason)) #f)))))
  (show (state (lambda (end) (in (end x))) (car readers) #f))
  (show (state (lambda (end) (in (end x))) (cadr readers) #t))
  (show (state (lambda (end) (out! (end x) 2)) writer #f))
  (show (state (lambda (end) (out! (end y) 2)) answers #f))
  ;; A process of this node that ends is no lost node.
  (define-values (client server)
    (values (pony-alloc-client net "here" line) (pony-alloc-server net "here" line)))
  (define reader (fork ((lambda (end) (in (end x)) (recv ('never #t))) server)))
  (out! (client x) 1)
  (terminate! reader)
  (show (kind (in (client y))))
  (show (pony-shutdown! net 0)))

(apply main (cdr (command-line)))
