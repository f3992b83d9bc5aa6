;;; Shared boxes: a process that holds one object, once there is one. They are
;;; what executors of other make give futures their results in.

;; Record types that have a symbol are the same on all nodes.
(define <shared-box>
  (make-rtd '<shared-box> '#((immutable pid)) #f
            'uid 'util/concurrent/shared-box))

(define %make-box (rtd-constructor <shared-box>))
(define shared-box? (rtd-predicate <shared-box>))
(define %box-pid (rtd-accessor <shared-box> 'pid))

(define (%require-box object who)
  (if (shared-box? object)
      (%box-pid object)
      (%type-error who "a shared box" object)))

;;> (shared-box? object): whether it is a shared box.
;;> Example: (eval '(shared-box? (make-shared-box)) (environment '(scheme base) '(util concurrent future))) => #t

;;> (make-shared-box): a new empty box.
;;> Example: (eval '(let ((b (make-shared-box))) (shared-box-put! b 1) (shared-box-get! b)) (environment '(scheme base) '(util concurrent future))) => 1
(define (make-shared-box) (%make-box (spawn %serve-box name: 'shared-box)))

(define (%serve-box)
  (let ((content #f) (getters (make-wait-list)))
    (define (answer request caller)
      (match request
        ('get (if content (reply caller content) (wait! getters caller)))
        (('put object)
         (set! content (list object))
         (reply caller object)
         (let loop ()
           (let ((getter (next-waiter! getters)))
             (if getter
                 (begin
                   (reply getter content)
                   (loop))))))))
    (serve answer getters
           status: (lambda ()
                     (list (cons 'full? (if content #t #f))
                           (cons 'getters (wait-list-length getters)))))))

;;> (shared-box-put! box object): puts the object into the box, in the place of
;;> what was there, and returns it. Raises type, unsendable.
;;> Example: (eval '(shared-box-put! (make-shared-box) 'a) (environment '(scheme base) '(util concurrent future))) => a
(define (shared-box-put! box object)
  (call (%require-box box 'shared-box-put!) (list 'put object)))

;;> (shared-box-get! box [timeout [default]]): what is in the box, where it
;;> stays. Waits for it; at the end of the timeout returns the default (#f).
;;> Raises type.
;;> Example: (eval '(shared-box-get! (make-shared-box) 0.01 'nothing) (environment '(scheme base) '(util concurrent future))) => nothing
(define shared-box-get!
  (case-lambda
    ((box) (shared-box-get! box #f #f))
    ((box timeout) (shared-box-get! box timeout #f))
    ((box timeout default)
     (let ((content (call (%require-box box 'shared-box-get!) 'get timeout
                          #f)))
       (if content (car content) default)))))
