;;; The process of a queue. It keeps the elements, and those who wait to get or
;;; to put one, each in the order of arrival.
;;;
;;; While nobody holds the lease, no getter waits if there is an element, no
;;; putter waits if there is room, and in a queue of length 0 not both wait. So
;;; what comes in is answered at once or waits behind the others. Whoever holds
;;; the lease goes before all.

;; Room for as many as come.
(define %no-limit 1152921504606846975)

(define (%serve-queue store limit)
  (define getters (make-wait-list))
  (define putters (make-wait-list))
  (define lease (make-lease))
  (define size (%store-size store))
  (define store-put! (%store-put! store))
  (define store-take! (%store-take! store))
  (define (put! caller object wait?)
    (cond ((< (size) limit)
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
           (reply caller (list (store-take! end)))
           (if (not (wait-list-empty? putters)) (settle!)))
          ((and (= limit 0) (not (lease-holder lease)) (next-waiter! putters))
           => (lambda (putter) (hand-over! putter caller)))
          (wait? (wait! getters caller end))
          (else (reply caller #f))))
  (define (hand-over! putter getter)
    (reply getter (list (caller-data putter)))
    (reply putter #t))
  ;; Lets those go on that need not wait any more.
  (define (settle!)
    (cond ((lease-holder lease) #f)
          ((and (> (size) 0) (next-waiter! getters))
           => (lambda (getter)
                (answer-with getter
                             (lambda ()
                               (list (store-take! (caller-data getter)))))
                (settle!)))
          ((and (< (size) limit) (next-waiter! putters))
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
  (define (status)
    (list (cons 'length (size))
          (cons 'getters (wait-list-length getters))
          (cons 'putters (wait-list-length putters))
          (cons 'locked-by (lease-holder lease))))
  (serve answer getters putters
         lease: lease released: settle! status: status))

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
