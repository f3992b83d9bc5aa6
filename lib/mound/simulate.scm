;;; A scenario is a program that `mound simulate` runs on a node of its own,
;;; called scenario. It starts nodes, waits, does to them and their network what
;;; happens to real ones, and then looks at what came of it. All of that runs in
;;; one process of the operating system under a clock that is made up.
;;;
;;; Nodes have names, symbols. A node of the name n listens at n:1.

(define (%node-text name who)
  (if (not (symbol? name)) (%type-error who "a symbol as a name" name))
  (symbol->string name))

;;> (simulate-run name file argument ...): starts a node that runs the program
;;> in the file, as `mound run --listen name:1 file argument ...` does, and
;;> returns its address. It ends with its program. Each line that it prints
;;> begins with its name. A node that has ended or was crashed can be started
;;> again: it knows nothing of its life before, but the files are there. The
;;> arguments are strings. Raises type, file, simulation.
;;> Example: (guard (e (#t (condition-kind e))) (simulate-run 'a "a.scm")) => simulation
(define (simulate-run name file . arguments)
  (%start-simulated name #f file arguments 'simulate-run))

;;> (simulate-node name file argument ...): the same as `mound node` does: when
;;> the program has set up its processes, the node goes on until one of them
;;> calls exit. Raises type, file, simulation.
;;> Example: (guard (e (#t (condition-kind e))) (simulate-node 'a "a.scm")) => simulation
(define (simulate-node name file . arguments)
  (%start-simulated name #t file arguments 'simulate-node))

(define (%start-simulated name stays? file arguments who)
  (%require-path file who)
  (for-each (lambda (argument) (%require-string argument who)) arguments)
  (%host 'simulation-start (%node-text name who) stays? file arguments)
  (simulated-node name))

;;> (simulated-node name): the address of the node of that name. Raises type.
;;> Example: (simulated-node 'a) => "a:1"
(define (simulated-node name)
  (string-append (%node-text name 'simulated-node) ":1"))

;;> (crash-node! name): ends a node as `kill -9` does: what it has sent arrives,
;;> and then its connections end. Whether it ran. Raises type, simulation.
;;> Example: (guard (e (#t (condition-kind e))) (crash-node! 'a)) => simulation
(define (crash-node! name)
  (%host 'simulation-crash (%node-text name 'crash-node!)))

;;> (cut-link! name other): from now on nothing arrives between the two nodes,
;;> until the link is healed. They find out when each has heard nothing of the
;;> other for some seconds. Raises type, simulation.
;;> Example: (guard (e (#t (condition-kind e))) (cut-link! 'a 'b)) => simulation
(define (cut-link! name other) (%on-link! 'simulation-cut name other))

;;> (heal-link! name other): what the two nodes send arrives again, with what
;;> they have sent meanwhile, unless they have given each other up. Raises type,
;;> simulation.
;;> Example: (guard (e (#t (condition-kind e))) (heal-link! 'a 'b)) => simulation
(define (heal-link! name other) (%on-link! 'simulation-heal name other))

;;> (break-link! name other): ends the connections of the two nodes, which can
;;> make new ones at once. Raises type, simulation.
;;> Example: (guard (e (#t (condition-kind e))) (break-link! 'a 'b)) => simulation
(define (break-link! name other) (%on-link! 'simulation-break name other))

(define (%on-link! operation name other)
  (%host operation (%node-text name operation) (%node-text other operation))
  (void))

;;> (isolate-node! name others): cuts the links of a node with each of the
;;> others, a list of names. Raises type, simulation.
;;> Example: (begin (isolate-node! 'a '()) 'done) => done
(define (isolate-node! name others)
  (for-each (lambda (other) (cut-link! name other)) others))

;;> (rejoin-node! name others): heals them. Raises type, simulation.
;;> Example: (begin (rejoin-node! 'a '()) 'done) => done
(define (rejoin-node! name others)
  (for-each (lambda (other) (heal-link! name other)) others))

;;> (set-latency! least most): how many seconds whatever is sent from now on is
;;> under way; each time between the two is as likely. At first 0.0002 and
;;> 0.002. Raises type, simulation.
;;> Example: (guard (e (#t (condition-kind e))) (set-latency! 0.01 0.1)) => simulation
(define (set-latency! least most)
  (if (not (and (real? least) (real? most) (<= 0 least most 1000000)))
      (%type-error 'set-latency! "two numbers of seconds, the lesser first"
                   (list least most)))
  (let ((nanoseconds
         (lambda (seconds) (exact (round (* seconds 1000000000))))))
    (%host 'simulation-latency (nanoseconds least) (nanoseconds most))
    (void)))

;;> (standing-of-node name): running, crashed, the status with which its program
;;> ended, or #f if it was never started. Raises type, simulation.
;;> Example: (guard (e (#t (condition-kind e))) (standing-of-node 'a)) => simulation
(define (standing-of-node name)
  (%host 'simulation-standing (%node-text name 'standing-of-node)))

;;> (wait-for-node name): waits until the node does not run, and returns how it
;;> stands then. Raises type, simulation.
;;> Example: (guard (e (#t (condition-kind e))) (wait-for-node 'a)) => simulation
(define (wait-for-node name)
  (let ((standing (standing-of-node name)))
    (if (eq? standing 'running)
        (begin
          (recv (after 1/100 (void)))
          (wait-for-node name))
        standing)))

;;> (note! object ...): writes the objects, data, into the history of the
;;> simulation, with the moment and the name of this node. Checks of (kompics
;;> sim) read them there. #f, and nothing else, where nothing is simulated, so
;;> services can say what they do wherever they run.
;;> Example: (note! 'call 1 '(put x 5)) => #f
(define (note! . objects)
  (let ((port (open-output-string)))
    (for-each (lambda (object)
                (write object port)
                (write-char #\space port))
              objects)
    (%host 'simulation-observe (get-output-string port))))

;;> (simulation-outcome): what has happened until now, as an outcome of (kompics
;;> sim): its checks, histories and diagrams take it. Messages between nodes
;;> stand there as data where they can be read back, and as strings else. Raises
;;> simulation.
;;> Example: (guard (e (#t (condition-kind e))) (simulation-outcome)) => simulation
(define (simulation-outcome)
  (let ((record (%host 'simulation-record)))
    (make-outcome (map %shown-entry (map %datum (car record)))
                  (map %datum (cadr record)))))

(define (%datum text) (read (open-input-string text)))

;; The text of a message as a datum, if it is one.
(define (%shown-entry entry)
  (if (memq (cadr entry) '(sent came))
      (let ((text (list-ref entry 5)))
        (append (%first-of-list entry 5)
                (list (guard (e (#t text)) (%datum text)))))
      entry))

(define (%first-of-list list count)
  (if (= count 0)
      '()
      (cons (car list) (%first-of-list (cdr list) (- count 1)))))
