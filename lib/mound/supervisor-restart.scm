;;; Starting, ending and restarting children.

(define (%start-child child)
  (let ((pid ((%child-start child))))
    (if (not (pid? pid))
        (%type-error (%child-name child) "a pid from the start of a child"
                     pid))
    (outbound-link pid)
    (let ((watch (monitor pid)))
      (if (%child-gated? child) (! pid '%go))
      (%make-entry child pid watch #t))))

;; Ends a child if it runs; returns its entry after that.
(define (%stop-entry entry)
  (let ((pid (%entry-pid entry)) (watch (%entry-watch entry)))
    (if pid
        (let* ((delay (%child-delay (%entry-child entry)))
               (limit (and delay (%limit delay))))
          (if (not (and delay
                        (%sent-by? (%deadline limit) pid 'shutdown)
                        (%ends-before? watch limit)))
              (begin
                (terminate! pid)
                (%ends-before? watch #f)))))
    (%make-entry (%entry-child entry) #f #f #f)))

;; The moment when so many seconds are over; never for #t.
(define (%limit delay)
  (if (eq? delay #t)
      #f
      (seconds->time (+ (current-second) delay))))

;; Whether the watched process ends before the moment. What else ends meanwhile
;; is of no use any more.
(define (%ends-before? watch limit)
  (let ((answer (catch (lambda (exception) 'again)
                  (recv (('down ,watch _ _ _) #t)
                        (after limit #f)))))
    (if (eq? answer 'again)
        (%ends-before? watch limit)
        answer)))

;; In the order that is given.
(define (%stop-entries entries)
  (for-each %stop-entry entries))

;; The supervision after the end of a child.
(define (%after-end supervision watch reason object)
  (let ((entry (%watched watch (%entries supervision))))
    (cond ((not entry) supervision)
          ((%to-restart? (%entry-child entry) reason)
           (%restart supervision entry reason object))
          ((eq? (%child-restart (%entry-child entry)) 'temporary)
           (%replace entry #f supervision))
          (else
           (%replace entry (%make-entry (%entry-child entry) #f #f #f)
                     supervision)))))

(define (%watched watch entries)
  (cond ((null? entries) #f)
        ((eq? (%entry-watch (car entries)) watch) (car entries))
        (else (%watched watch (cdr entries)))))

(define (%to-restart? child reason)
  (case (%child-restart child)
    ((permanent) #t)
    ((transient) (not (eq? reason 'normal)))
    (else #f)))

;; Starts again what the strategy says. A start that fails is one more failure.
(define (%restart supervision entry reason object)
  (let* ((ended (%make-entry (%entry-child entry) #f #f #t))
         (counted (%count-restart (%replace entry ended supervision))))
    (if (> (length (%restarts counted)) (%intensity counted))
        (begin
          (%stop-entries (reverse (%entries counted)))
          (apply error "the children of the supervisor failed too often:"
                 (%child-name (%entry-child entry)) reason
                 (if (eq? reason 'failure) (list object) '()))))
    (%start-wanted
     (%with-entries
      counted
      (%stop-affected counted ended)))))

(define (%count-restart supervision)
  (let* ((now (current-jiffy))
         (oldest (- now (* (%period supervision) (jiffies-per-second)))))
    (%make-supervision
     (%strategy supervision) (%intensity supervision) (%period supervision)
     (cons now
           (let later ((moments (%restarts supervision)))
             (if (or (null? moments) (< (car moments) oldest))
                 '()
                 (cons (car moments) (later (cdr moments))))))
     (%entries supervision))))

;; The entries after the end of one: those that the strategy affects are
;; stopped, the last first, but stay wanted; temporary ones are forgotten.
(define (%stop-affected supervision ended)
  (let ((strategy (%strategy supervision)))
    (let loop ((rest (reverse (%entries supervision)))
               (after? #t)
               (entries '()))
      (if (null? rest)
          entries
          (let* ((entry (car rest)) (ended? (eq? entry ended)))
            (cond (ended?
                   (loop (cdr rest) #f (cons entry entries)))
                  ((or (not (%entry-pid entry))
                       (eq? strategy 'one-for-one)
                       (and (eq? strategy 'rest-for-one) (not after?)))
                   (loop (cdr rest) after? (cons entry entries)))
                  (else
                   (%stop-entry entry)
                   (loop (cdr rest) after?
                         (if (eq? (%child-restart (%entry-child entry))
                                  'temporary)
                             entries
                             (cons (%make-entry (%entry-child entry) #f #f #t)
                                   entries))))))))))

;; Starts the children that are wanted and do not run, in order.
(define (%start-wanted supervision)
  (let loop ((rest (%entries supervision)) (done '()))
    (cond ((null? rest)
           (%with-entries supervision (reverse done)))
          ((and (%entry-wanted? (car rest)) (not (%entry-pid (car rest))))
           (let ((started (catch (lambda (problem) (list problem))
                            (%start-child (%entry-child (car rest)))))
                 (others (%with-entries supervision
                                        (append (reverse done) rest))))
             (cond ((%entry? started)
                    (loop (cdr rest) (cons started done)))
                   ((termite-exception? (car started))
                    (%stop-entries (reverse (%entries others)))
                    (raise (car started)))
                   (else
                    (%restart others (car rest) 'failure (car started))))))
          (else (loop (cdr rest) (cons (car rest) done))))))
