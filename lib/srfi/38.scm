;;; Labels mark each part that is met more than once, as write-shared of R7RS
;;; has them: #0= before the part, #0# in its other places.

;;> (write-with-shared-structure object [port [ignored]]): write-shared. Raises
;;> type. SRFI 38.
;;> Example: (let ((x (list 1)) (port (open-output-string))) (write-with-shared-structure (list x x) port) (get-output-string port)) => "(#0=(1) #0#)"
(define write-with-shared-structure
  (case-lambda
    ((object) (write-shared object))
    ((object port)
     (%require-output port 'write-with-shared-structure)
     (write-shared object port))
    ((object port ignored)
     (%require-output port 'write-with-shared-structure)
     (write-shared object port))))

(define (%require-output object who)
  (if (not (output-port? object))
      (%type-error who "an output port" object)))

;;> (write/ss object [port [ignored]]): the same. SRFI 38.
;;> Example: (let ((x (list 1)) (port (open-output-string))) (set-cdr! x x) (write/ss x port) (get-output-string port)) => "#0=(1 . #0#)"
(define write/ss
  (case-lambda
    ((object) (write-shared object))
    ((object port . ignored)
     (%require-output port 'write/ss)
     (apply write-with-shared-structure object port ignored))))

;;> (read-with-shared-structure [port]): read, which knows the labels. Raises
;;> type, read. SRFI 38.
;;> Example: (let ((x (read-with-shared-structure (open-input-string "(#0=(1) #0#)")))) (eq? (car x) (cadr x))) => #t
(define read-with-shared-structure
  (case-lambda
    (() (read))
    ((port) (%read port 'read-with-shared-structure))))

(define (%read port who)
  (if (not (input-port? port)) (%type-error who "an input port" port))
  (read port))

;;> (read/ss [port]): the same. SRFI 38.
;;> Example: (car (read/ss (open-input-string "#1=(5 . #1#)"))) => 5
(define read/ss
  (case-lambda
    (() (read))
    ((port) (%read port 'read/ss))))
