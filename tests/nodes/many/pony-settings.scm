;; Settings of nodes and name servers, in files of this directory and of that of
;; HOME. The node that runs this does not listen yet.
(import (scheme base) (scheme write) (scheme file) (scheme process-context)
        (mound conditions) (mound tcp) (termite process) (pony))

(define (show object) (write object) (newline))
(define-syntax kind
  (syntax-rules ()
    ((_ body ...)
     (guard (e ((and (pony-error? e) (pony-error-code e)) (pony-error-code e))
               ((condition? e) (condition-kind e))
               (#t e))
       body ...))))
(define home (get-environment-variable "HOME"))
(define (here name) (string-append ".pony.tcpip." name))
(define (at-home name) (string-append home "/" (here name)))
(define (write-file path . lines)
  (call-with-output-file path
    (lambda (port)
      (for-each (lambda (line) (write-string line port) (newline port)) lines))))
(define (start . options) (kind (apply pony-startup "app" 'master options)))

(define (without-home)
  (show (list (start 'ans "x") (start 'node "x"))))

(define (with-home)
  (ans-start)
  ;; No file; a line that is none of them; no address, no port.
  (show (list (start 'node "x") (start 'ans "x")))
  (write-file (here "node.x") "ip=127.0.0.1" "host=other")
  (write-file (here "ans.x") "port=7400" "ip=127.0.0.1")
  (show (list (start 'node "x") (start 'ans "x")))
  (write-file (here "node.x") "ip=abc")
  (write-file (here "ans.x") "port=many")
  (show (list (start 'node "x") (start 'ans "x")))
  (write-file (here "node.x") "port=70000")
  (write-file (here "ans.x") "host=localhost" "port=1")
  (show (list (start 'node "x") (start 'ans "x")))
  (write-file (here "node.x") "ip=203.0.113.1" "port=7500")
  (show (start 'node "x"))
  (show (kind (current-node)))

  ;; The first port that is free; what is here comes before what is there.
  (define first
    (guard (e ((condition? e) #f)) (tcp-listen 7500)))
  (write-file (at-home "node") "ip=abc")
  (write-file (here "node"))
  (define net (pony-startup "app" 'master))
  (define node (current-node))
  (show (list (node-host node) (< 7500 (node-port node) 7600)))
  (if first (close-listener first))
  ;; It stays where it is, whatever a file says.
  (write-file (here "node") "port=1")
  (define slave (pony-startup "app" 'slave))
  (show (string=? node (current-node)))
  ;; A name server that has its address from a file.
  (write-file (at-home "ans.y") "host=localhost" "port=1")
  (show (start 'ans "y"))
  (write-file (here "ans.y") "" (string-append "port=" (number->string (node-port node))))
  (show (ans-applications "y"))
  (show (list (pony-shutdown! slave) (pony-shutdown! net) (ans-stop "y")))
  ;; The program of a name server, with its own file.
  (write-file (here "ans-conf") "port=-1")
  (show (kind (ans-run)))
  (define me (self))
  (spawn
    (lambda ()
      (define port (open-output-string))
      (parameterize ((current-output-port port)) (ans-run node))
      (! me (list 'ended (string=? (get-output-string port)
                                   (string-append "name server at " node "\n"))))))
  (let wait () (if (not (eq? #t (kind (ans-stop "y")))) (wait)))
  (show (recv (('ended said?) said?)))
  ;; Where it is looked for if a file says less, or there is none.
  (define (looked-for-at name)
    (guard (e ((pony-error? e) (list (pony-error-code e) (car (error-object-irritants e)))))
      (ans-applications name)))
  (write-file (here "ans.z") "host=127.0.0.1")
  (write-file (here "ans.v") "port=1")
  (show (map looked-for-at '("z" "v" ""))))

(if home (with-home) (without-home))
