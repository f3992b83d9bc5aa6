;; Event managers: several handlers for the same events.
(import (scheme base) (scheme write) (termite process) (termite event)
        (mound conditions))

(define (show object) (write object) (newline))
(define me (self))
(define (ended name) (lambda (reason state) (! me (list name reason state))))

(define collector
  (make-event-handler
   (lambda (arguments) arguments)
   (lambda (event state) (append state (list event)))
   (lambda (argument state)
     (match argument
       ('get (values state state))
       ('reset (values 'done '()))
       ('fail (raise 'call-failed))))
   (ended 'collector)))
(define summer
  (make-event-handler
   (lambda (arguments) (apply + arguments))
   (lambda (event state) (if (number? event) (+ event state) state))
   (lambda (argument state) (values (list argument state) state))
   (ended 'summer)))

(define manager (event-manager:start name: 'events collector summer))
(show (process-name manager))
(event-manager:notify manager 1)
(event-manager:notify manager 'e2)
(show (event-manager:call manager collector 'get))
(show (event-manager:call manager summer 'sum))
(show (event-manager:call manager collector 'reset))
(event-manager:notify manager 41)
(show (list (event-manager:call manager collector 'get)
            (event-manager:call manager summer 'sum 5)))
(show (catch (lambda (e) e) (event-manager:call manager collector 'fail)))
(show (catch error-object-message
        (event-manager:add-handler manager collector)))

;; Handlers may come later, with arguments.
(define late
  (make-event-handler
   (lambda (arguments)
     (if (null? arguments) (raise 'no-arguments) arguments))
   cons
   (lambda (argument state) (values state state))
   (ended 'late)))
(show (catch error-object-message (event-manager:call manager late 'get)))
(show (catch (lambda (e) e) (event-manager:add-handler manager late)))
(event-manager:add-handler manager late 'a 'b)
(event-manager:notify manager 'c)
(show (event-manager:call manager late 'get))

;; A handler that fails is taken out; the others go on.
(define clumsy
  (make-simple-event-handler
   (lambda (event state) (if (eq? event 'bad) (raise 'clumsy) event)) 'none))
(event-manager:add-handler manager clumsy)
(event-manager:notify manager 'good)
(show (event-manager:call manager clumsy '()))
(event-manager:notify manager 'bad)
(show (catch error-object-message (event-manager:call manager clumsy '())))
(show (event-manager:call manager collector 'get))

(event-manager:stop manager)
(show (list (?) (?) (?)))
(show (and (memq (wait-for manager) '(normal noproc)) #t))
;; A linked manager hears of this process, and this of it.
(define linked (event-manager:start-link))
(terminate! linked)
(show (catch termite-exception-reason (? 5)))
(show (catch condition-kind (event-manager:start 'no-handler)))
(show (catch condition-kind (event-manager:call linked summer 'sum)))
(show (? 0 'nothing))

;; A handler that fails, by a condition or another object, harms neither the manager nor others.
(define counter
  (make-event-handler (lambda (arguments) 0) (lambda (event state) (+ state 1))
                      (lambda (argument state) (values state state)) (lambda (reason state) #t)))
(define (failing fail)
  (make-event-handler (lambda (arguments) 0) (lambda (event state) (fail event) state)
                      (lambda (argument state) (values state state)) (lambda (reason state) (fail reason))))
(for-each
 (lambda (fail)
   (define watched (event-manager:start (failing fail) counter))
   (event-manager:notify watched 'one)
   (event-manager:notify watched 'two)
   (show (list (event-manager:call watched counter 'get) (alive? watched)))
   (show (begin (event-manager:stop watched) (wait-for watched) (alive? watched))))
 (list (lambda (event) (error "it fails" event)) raise (lambda (event) (car event))))
