;; Each predicate of the libraries holds for the objects of its kind and for no others: all
;; predicates of all objects, but for processes that would be waited for.
(import (except (scheme base) list-copy) (scheme file) (scheme write) (srfi 64)
        (only (termite process) ? alive? make-node make-tag node? pid? self spawn tag? terminate! wait-for)
        (only (termite server) make-server-plugin make-simple-server-plugin server-plugin?)
        (only (termite event) event-handler? make-event-handler make-simple-event-handler)
        (prefix (only (termite data) bag? cell? dict? make-bag make-cell make-dict) data:)
        (only (mound registry) make-registry registry->list registry-keys registry-register!
              registry-unregister! registry?)
        (only (mound state-machine) make-state-machine state-machine?)
        (only (mound supervisor) child? make-child server-child supervisor-child worker-child)
        (only (mound task) async task?) (only (mound date) date? make-date)
        (only (mound file) file-info file-info?) (only (mound conditions) condition?)
        (only (srfi 18) condition-variable? make-condition-variable make-mutex make-thread mutex? thread?))
(test-begin "kinds of objects")

(define kinds
  (list (list 'pid pid?) (list 'tag tag?) (list 'node node?) (list 'plugin server-plugin?)
        (list 'handler event-handler?) (list 'bag data:bag?) (list 'cell data:cell?) (list 'dict data:dict?)
        (list 'registry registry?) (list 'machine state-machine?) (list 'child child?) (list 'task task?)
        (list 'date date?) (list 'info file-info?) (list 'condition condition?) (list 'mutex mutex?)
        (list 'condvar condition-variable?) (list 'thread thread?)))

(define ended (let ((p (spawn (lambda () 'ended)))) (wait-for p) p))
(define killed (let ((m (make-mutex))) (terminate! m) (wait-for m) m))
(define objects
  (list
   (list 'tag (make-tag)) (list 'node (make-node "localhost" 1234))
   (list 'plugin (make-server-plugin list cons cons list)) (list 'plugin (make-simple-server-plugin 1 cons))
   (list 'handler (make-event-handler list cons cons list)) (list 'handler (make-simple-event-handler cons 1))
   (list 'machine (make-state-machine values list list)) (list 'machine (make-state-machine list list list))
   (list 'child (make-child 'a list)) (list 'child (worker-child 'a list)) (list 'child (server-child 'a list))
   (list 'child (supervisor-child 'a 'one-for-one '()))
   (list 'task (async 1)) (list 'date (make-date 2024 1 1)) (list 'info (file-info "/"))
   (list 'condition (guard (e (#t e)) (car 5)))
   ;; What has ended is of no kind any more.
   (list 'pid ended) (list 'pid killed)
   (list '(pid mutex) (make-mutex)) (list '(pid condvar) (make-condition-variable))
   (list '(pid thread) (make-thread list)) (list 'bag (data:make-bag)) (list 'cell (data:make-cell 1))
   (list 'dict (data:make-dict))
   (list '() 5) (list '() 'a) (list '() "a") (list '() '(1)) (list '() #(1)) (list '() car) (list '() #f) (list '() '())
   (list '() (if #f #f)) (list '() (eof-object)) (list '() (current-output-port))))

;; These ask the process, and wait for those that do not understand.
(define families '((bag) (cell) (dict) (registry) (mutex condvar thread)))
(define (family kind)
  (let loop ((rest families)) (cond ((null? rest) #f) ((memq kind (car rest)) (car rest)) (else (loop (cdr rest))))))
(define (would-wait? expected kind)
  (let ((known (let loop ((rest expected)) (cond ((null? rest) #f) ((family (car rest))) (else (loop (cdr rest)))))))
    (and known (family kind) (not (eq? known (family kind))))))

(for-each
 (lambda (row)
   (let* ((expected (if (symbol? (car row)) (list (car row)) (car row)))
         (found (let loop ((rest kinds))
                  (cond ((null? rest) '())
                        ((would-wait? expected (car (car rest))) (loop (cdr rest)))
                        (((cadr (car rest)) (cadr row)) (cons (car (car rest)) (loop (cdr rest))))
                        (else (loop (cdr rest)))))))
     ;; Bags, cells and dictionaries may be processes.
     (test-equal expected (if (and (memq (car row) '(bag cell dict)) (pair? found) (eq? (car found) 'pid)) (cdr found) found))))
 objects)

(test-group "what a registry holds"
  (let* ((r (make-registry)) (a (spawn ?)) (b (spawn ?)))
    (test-equal '() (registry->list r))
    (test-equal '(#t #t #f) (let* ((x (registry-register! r 'a a)) (y (registry-register! r "b" b)) (z (registry-register! r 'a b)))
                              (list x y z)))
    (test-equal (list (cons 'a a) (cons "b" b)) (registry->list r))
    (test-equal '(a "b") (registry-keys r))
    (registry-unregister! r 'a)
    (registry-unregister! r 'no-such-key)
    (test-equal (list (cons "b" b)) (registry->list r))
    (terminate! b)
    (wait-for b)
    (test-equal '() (let wait ((n 0)) (let ((l (registry->list r))) (if (and (pair? l) (< n 10000)) (wait (+ n 1)) l))))))
(test-end)
