;;; The process of a queue. It keeps the elements, and those who wait to get or
;;; to put one, each in the order of arrival.
;;;
;;; While nobody holds the lease, no getter waits if there is an element, no
;;; putter waits if there is room, and in a queue of length 0 not both wait. So
;;; what comes in is answered at once or waits behind the others. Whoever holds
;;; the lease goes before all.
;;;
;;; An element for a process of another node is offered, and takes up its place
;;; until that has accepted it; if it ends before, or the connection does, the
;;; element comes back to where it was taken from. Only what a rendezvous hands
;;; over is not: the putter is told at once.

;; Room for as many as come.
(define %no-limit 1152921504606846975)

(define (%serve-queue store limit)
  (define getters (make-wait-list))
  (define putters (make-wait-list))
  ;; Those that were offered an element; their data are (element end).
  (define offers (make-wait-list))
  (define lease (make-lease))
  (define size (%store-size store))
  (define store-put! (%store-put! store))
  (define store-take! (%store-take! store))
  (define (room?) (< (+ (size) (wait-list-length offers)) limit))
  (define (put! caller object wait?)
    (cond ((room?)
           (store-put! object)
           (reply caller #t)
           (if (not (wait-list-empty? getters)) (settle!)))
          ((and (= limit 0) (next-getter!))
           => (lambda (getter)
                (reply getter (list object))
                (reply caller #t)))
          (wait? (wait! putters caller object))
          (else (reply caller #f))))
  (define (next-getter!)
    (if (lease-holder lease) #f (next-waiter! getters)))
  (define (get! caller end wait?)
    (cond ((> (size) 0)
           (take! caller end)
           (if (not (wait-list-empty? putters)) (settle!)))
          ((and (= limit 0) (not (lease-holder lease)) (next-waiter! putters))
           => (lambda (putter) (hand-over! putter caller)))
          (wait? (wait! getters caller end))
          (else (reply caller #f))))
  (define (take! getter end)
    (let ((element (store-take! end)))
      (%offer! offers getter (list element) (list element end))))
  (define (put-back! element end)
    ;; One that cannot be compared any more is lost; the queue goes on.
    (catch (lambda (problem) #f) ((%store-put-back! store) element end))
    (settle!))
  (define (hand-over! putter getter)
    (reply getter (list (caller-data putter)))
    (reply putter #t))
  ;; Lets those go on that need not wait any more.
  (define (settle!)
    (cond ((lease-holder lease) #f)
          ((and (> (size) 0) (next-waiter! getters))
           => (lambda (getter)
                (let ((outcome (%traced-outcome
                                (lambda ()
                                  (take! getter (caller-data getter))))))
                  (if (eq? (car outcome) 'raised)
                      (%raise-outcome-at getter outcome)))
                (settle!)))
          ((and (room?) (next-waiter! putters))
           => (lambda (putter)
                (answer-with putter
                             (lambda ()
                               (store-put! (caller-data putter))
                               #t))
                (settle!)))
          ((and (= limit 0) (first-waiter getters) (first-waiter putters))
           (hand-over! (next-waiter! putters) (next-waiter! getters))
           (settle!))))
  (define (answer request caller)
    (match request
      (('put object wait?) (put! caller object wait?))
      (('get end wait?) (get! caller end wait?))
      ('list (reply caller ((%store-list store))))
      (('remove object)
       (reply caller ((%store-remove! store) object))
       (settle!))
      (('remove-at index)
       ((%store-remove-at! store) index)
       (reply caller #t)
       (settle!))
      ('clear
       ((%store-clear! store))
       (reply caller #t)
       (settle!))
      ('close
       (reply caller #t)
       (shutdown!))
      (_ (%error-of-kind 'type 'call "there is no such request" request))))
  (define (other message)
    (match message
      (('accept pid tag)
       (where (pid? pid) (tag? tag))
       (if (%confirm! offers pid tag) (settle!)))
      (('down watch _ _ _)
       (let ((lost (%lost-offer! offers watch)))
         (if lost (apply put-back! (caller-data lost)))))
      (_ #t)))
  (define (status)
    (list (cons 'length (size))
          (cons 'getters (wait-list-length getters))
          (cons 'putters (wait-list-length putters))
          (cons 'locked-by (lease-holder lease))))
  (serve answer getters putters
         lease: lease released: settle! status: status other: other))

(define (%start-queue name make-store max-length)
  (spawn (lambda ()
           (%serve-queue (make-store)
                         (if (< max-length 0) %no-limit max-length)))
         name: name))

(define (%require-length object who)
  (if (not (exact-integer? object))
      (%type-error who "an exact integer" object)))

;; What the procedures on the two kinds have in common, over the pid.

(define (%size pid) (cdr (assq 'length (server-status pid))))

(define (%overflows? pid max-length count who)
  (%require-length count who)
  (and (>= max-length 0) (> (+ (%size pid) count) max-length)))

;; A timeout of nothing asks for what is there.
(define (%waits? timeout) (not (and (real? timeout) (<= timeout 0))))

(define (%put pid object timeout default)
  (if (call pid (list 'put object (%waits? timeout)) timeout #f)
      object
      default))

(define (%get pid end timeout default)
  (let ((found (call pid (list 'get end (%waits? timeout)) timeout #f)))
    (if found (car found) default)))

(define (%locked? pid wait?) (call pid (if wait? 'until-free 'leased?)))

;; Calls the thunk while this process holds the lease, and gives that back
;; however the thunk is left, unless the process had it before.
(define (%with-lease pid thunk)
  (let ((taken? #f))
    (dynamic-wind
     (lambda () (set! taken? (call pid 'lease)))
     thunk
     (lambda () (if taken? (call pid 'release))))))
