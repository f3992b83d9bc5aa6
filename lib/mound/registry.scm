;;; A registry is a generic server that monitors what is entered. Its state is a
;;; list of lists (key pid watch).

;;> (make-registry [name: name]): a new empty registry, a process. Raises type.
;;> Example: (eval '(registry-keys (make-registry)) (environment '(scheme base) '(mound registry))) => ()
(define (make-registry . options)
  (apply server:start %plugin '() (append options (list name: 'registry))))

;;> (registry? object): whether it is a registry. A process is asked, and has
;;> one second to answer.
;;> Example: (eval '(map registry? (list (make-registry) 'registry)) (environment '(scheme base) '(mound registry))) => (#t #f)
(define (registry? object)
  (if (pid? object)
      (catch (lambda (problem)
               (if (termite-exception? problem) (raise problem) #f))
        (eq? (server:call object 'kind 1) 'registry))
      #f))

;;> (registry-register! registry key [pid]): enters the process, or this one,
;;> under the key, compared by equal?; whether the key was free. The entry goes
;;> when the process ends. Raises type, and as server:call does.
;;> Example: (eval '(let ((r (make-registry))) (list (registry-register! r '(room 5)) (registry-register! r '(room 5)))) (environment '(scheme base) '(mound registry))) => (#t #f)
(define registry-register!
  (case-lambda
    ((registry key) (registry-register! registry key (self)))
    ((registry key pid)
     (if (not (pid? pid)) (%type-error 'registry-register! "a pid" pid))
     (server:call registry (list 'register key pid)))))

;;> (registry-unregister! registry key): takes the entry away, if there is one.
;;> Raises as server:call does.
;;> Example: (eval '(let ((r (make-registry))) (registry-register! r 'a) (registry-unregister! r 'a) (registry-find r 'a)) (environment '(scheme base) '(mound registry))) => #f
(define (registry-unregister! registry key)
  (server:call registry (list 'unregister key))
  (void))

;;> (registry-find registry key): the pid under the key, or #f. Raises as
;;> server:call does.
;;> Example: (eval '(let ((r (make-registry))) (registry-register! r "me") (eq? (registry-find r "me") (self))) (environment '(termite) '(mound registry))) => #t
(define (registry-find registry key) (server:call registry (list 'find key)))

;;> (registry-keys registry): a list of the keys, in the order of entry.
;;> Example: (eval '(let ((r (make-registry))) (registry-register! r 1) (registry-register! r 2) (registry-keys r)) (environment '(scheme base) '(mound registry))) => (1 2)
(define (registry-keys registry) (map car (registry->list registry)))

;;> (registry->list registry): a list of pairs (key . pid), in the order of
;;> entry.
;;> Example: (eval '(registry->list (make-registry)) (environment '(scheme base) '(mound registry))) => ()
(define (registry->list registry) (server:call registry 'list))

(define (%answer term entries)
  (match term
    (('find key)
     (let ((entry (assoc key entries)))
       (values (if entry (cadr entry) #f) entries)))
    (('register key pid)
     (if (assoc key entries)
         (values #f entries)
         (values #t (append entries (list (list key pid (monitor pid)))))))
    (('unregister key)
     (let ((entry (assoc key entries)))
       (if entry (demonitor (list-ref entry 2)))
       (values #t (%without entry entries))))
    ('list
     (values (map (lambda (entry) (cons (car entry) (cadr entry))) entries)
             entries))
    ('kind (values 'registry entries))
    (_ (%error-of-kind 'type 'registry "there is no such request" term))))

(define (%without entry entries)
  (cond ((null? entries) '())
        ((eq? (car entries) entry) (cdr entries))
        (else (cons (car entries) (%without entry (cdr entries))))))

(define (%forget message entries)
  (match message
    (('down watch _ _ _)
     (let loop ((rest entries))
       (cond ((null? rest) entries)
             ((eq? (list-ref (car rest) 2) watch)
              (%without (car rest) entries))
             (else (loop (cdr rest))))))
    (_ entries)))

(define %plugin
  (make-server-plugin
   (lambda (argument) '())
   %answer
   (lambda (term entries) entries)
   (lambda (reason entries) #t)
   %forget))
