;; Channels without types: rendezvous, order, choice, timeouts, and the end of
;; those who wait.
(import (scheme base) (scheme write) (mound sort) (mound conditions) (mound call)
        (termite process) (mound channel))

(define (show object) (write object) (newline))
(define me (self))
(define (numbers from to)
  (if (> from to) '() (cons from (numbers (+ from 1) to))))

;; Waits until so many get and put; nothing else is at channels of this node.
(define keeper
  (let find ((pids (process-list)))
    (if (eq? (process-name (car pids)) 'channels) (car pids) (find (cdr pids)))))
(define (wait-for-waiting getters putters)
  (let ((status (server-status keeper)))
    (if (not (and (= getters (cdr (assq 'getters status)))
                  (= putters (cdr (assq 'putters status)))))
        (wait-for-waiting getters putters))))

;; Who puts waits for the one that gets.
(define c (make-channel))
(spawn (lambda () (channel-put! c 'value) (! me 'taken)))
(wait-for-waiting 0 1)
(show (? 0 'nobody-took-it))
(show (list (channel-get! c) (?)))

;; In order, from one to one.
(spawn (lambda () (for-each (lambda (n) (channel-put! c n)) (numbers 1 300))))
(show (equal? (map (lambda (n) (channel-get! c)) (numbers 1 300)) (numbers 1 300)))

;; Many to many: each value once.
(define results (make-channel))
(for-each (lambda (p)
            (spawn (lambda ()
                     (for-each (lambda (n) (channel-put! c (+ (* 100 p) n))) (numbers 0 99)))))
          (numbers 0 9))
(for-each (lambda (g)
            (spawn (lambda ()
                     (let loop ((n 0))
                       (if (< n 200)
                           (begin
                             (channel-put! results (channel-get! c))
                             (loop (+ n 1))))))))
          (numbers 1 5))
(show (equal? (sort (map (lambda (n) (channel-get! results)) (numbers 0 999)) <) (numbers 0 999)))

;; Those who wait are served in order.
(define (start-getter name)
  (spawn (lambda () (! me (list name (channel-get! c))))))
(start-getter 'first)
(wait-for-waiting 1 0)
(start-getter 'second)
(wait-for-waiting 2 0)
(channel-put! c 'a)
(channel-put! c 'b)
(show (sort (list (?) (?)) (lambda (x y) (eq? (car x) 'first))))

;; Choice over inputs and outputs, between two that both choose.
(define d (make-channel))
(define (both in out value)
  (sync (choose-event (wrap-event (get-event in) (lambda (x) (list 'got x)))
                      (wrap-event (put-event out value) (lambda (x) (list 'put x))))))
(spawn (lambda () (! me (both c d 'left))))
(define right (both d c 'right))
(define left (?))
(show (or (equal? (list left right) '((got right) (put #t)))
          (equal? (list left right) '((put #t) (got left)))))

;; Nobody meets itself.
(show (sync (choose-event (get-event c) (put-event c 1) (timeout-event 0))))
(wait-for-waiting 0 0)

;; Each of several that can happen has its turn.
(define many (list (make-channel) (make-channel) (make-channel)))
(for-each (lambda (channel name)
            (spawn (lambda () (let loop () (channel-put! channel name) (loop)))))
          many '(a b c))
(wait-for-waiting 0 3)
(define (any-of channels) (sync (apply choose-event (map get-event channels))))
(let ((found (map (lambda (n) (wait-for-waiting 0 3) (any-of many)) (numbers 1 30))))
  (show (map (lambda (name) (and (memq name found) #t)) '(a b c))))

;; Events.
(show (sync (choose-event (get-event c) (always-event 'at-once))))
(show (sync (wrap-event (timeout-event 0) list)))
(show (sync (guard-event (lambda () (wrap-event (always-event 1) (lambda (n) (+ n 1)))))))
(show (guard (e (#t (list 'raised e))) (sync (wrap-event (always-event 1) (lambda (n) (raise n))))))

;; A withdrawn put is not got, and a withdrawn get takes nothing.
(show (list (channel-put! d 'lost 0 'nobody) (channel-get! d 0 'nothing)))
(show (guard (e (#t (list 'raised e))) (channel-put! d 'lost 0)))
(show (guard (e (#t (list 'raised e))) (channel-get! d 0)))
(spawn (lambda () (channel-put! d 'in-time 60)))
(show (channel-get! d 60))
(show (guard (e (#t e)) (channel-get! d 0)))

;; What crosses with a timeout is neither lost nor doubled: of a getter that gives up
;; while others put, and of putters while others get.
(define (put-all from to timeout)
  (for-each (lambda (n)
              (let again () (if (not (channel-put! d n timeout #f)) (again))))
            (numbers from to)))
(define (get-all count timeout)
  (map (lambda (n) (let again () (or (channel-get! d timeout #f) (again)))) (numbers 1 count)))
(spawn (lambda () (put-all 1 50 #f)))
(spawn (lambda () (put-all 51 100 #f)))
(show (equal? (numbers 1 100) (sort (get-all 100 0.0001) <)))
(for-each (lambda (half) (spawn (lambda () (! me (list 'got (get-all 50 #f)))))) '(1 2))
(put-all 1 100 0.0001)
(define (got) (recv (('got found) found)))
(show (equal? (numbers 1 100) (sort (append (got) (got)) <)))

;; Those who end are forgotten.
(define gone (spawn (lambda () (channel-get! d))))
(wait-for-waiting 1 3)
(terminate! gone)
(wait-for gone)
(show (channel-put! d 'for-the-dead 0 'nobody))

;; A stop channel of a loop that chooses does not keep what has chosen before.
(define stop (make-channel))
(define loops 0)
(let loop ((n 0))
  (if (< n 200)
      (begin
        (sync (choose-event (get-event stop) (get-event (car many))))
        (loop (+ n 1)))))
(show (< (cdr (assq 'getters (server-status keeper))) 100))

;; What is wrong.
(show (map (lambda (thunk) (guard (e (#t (condition-kind e))) (thunk)))
           (list (lambda () (channel-get! 'c))
                 (lambda () (channel-put! c me 'soon))
                 (lambda () (sync c))
                 (lambda () (wrap-event (never-event) 'f)))))
