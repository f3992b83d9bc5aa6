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

;;; Steps. A run that fails is made shorter: `mound simulate` runs the seed
;;; again without some of its steps, and keeps what fails still. Each fault that
;;; a scenario causes is a step. Each node counts its own.

(define (%step? what)
  (%host 'simulation-step (%written what)))

(define (%written object)
  (let ((port (open-output-string)))
    (write object port)
    (get-output-string port)))

;;> (optional-step what thunk): calls the thunk and returns what that returns,
;;> unless this run is to be without the step: then #f. `what`, any object, is
;;> shown with the step. Outside of a simulation the thunk is called always.
;;> Example: (optional-step 'put (lambda () 5)) => 5
(define (optional-step what thunk)
  (%require-callback thunk 0 'optional-step)
  (if (%step? what) (thunk) #f))

;;> (crash-node! name): ends a node as `kill -9` does: what it has sent arrives,
;;> and then its connections end. Whether it ran. A step. Raises type,
;;> simulation.
;;> Example: (guard (e (#t (condition-kind e))) (crash-node! 'a)) => simulation
(define (crash-node! name)
  (let ((text (%node-text name 'crash-node!)))
    (if (%step? (list 'crash name))
        (%host 'simulation-crash text)
        (eq? 'running (standing-of-node name)))))

;;> (restart-node! name): ends a node as crash-node! does, if it runs, and
;;> starts it again with the program and the arguments that it had last. It has
;;> lost what was in its memory. A step. Returns its address. Raises type,
;;> simulation.
;;> Example: (guard (e (#t (condition-kind e))) (restart-node! 'a)) => simulation
(define (restart-node! name)
  (let ((text (%node-text name 'restart-node!)))
    (if (%step? (list 'restart name)) (%host 'simulation-restart text))
    (simulated-node name)))

;;> (cut-link! name other): from now on nothing arrives between the two nodes,
;;> until the link is healed. They find out when each has heard nothing of the
;;> other for some seconds. A step. Raises type, simulation.
;;> Example: (guard (e (#t (condition-kind e))) (cut-link! 'a 'b)) => simulation
(define (cut-link! name other)
  (%node-text name 'cut-link!)
  (%node-text other 'cut-link!)
  (%change! (list 'cut name other)
            (lambda () (%both-ways 'simulation-cut name other))))

;;> (heal-link! name other): what the two nodes send arrives again, with what
;;> they have sent meanwhile, unless they have given each other up. Raises type,
;;> simulation.
;;> Example: (guard (e (#t (condition-kind e))) (heal-link! 'a 'b)) => simulation
(define (heal-link! name other)
  (%node-text name 'heal-link!)
  (%node-text other 'heal-link!)
  (%both-ways 'simulation-heal name other)
  (%changed! (list 'heal name other)))

;;> (break-link! name other): ends the connections of the two nodes, which can
;;> make new ones at once. A step. Raises type, simulation.
;;> Example: (guard (e (#t (condition-kind e))) (break-link! 'a 'b)) => simulation
(define (break-link! name other)
  (let ((one (%node-text name 'break-link!))
        (two (%node-text other 'break-link!)))
    (%change! (list 'break name other)
              (lambda () (%host 'simulation-break one two)))))

;;> (isolate-node! name others): cuts the links of a node with each of the
;;> others, a list of names. A step. Raises type, simulation.
;;> Example: (guard (e (#t (condition-kind e))) (isolate-node! 'a '(b))) => simulation
(define (isolate-node! name others)
  (for-each (lambda (each) (%node-text each 'isolate-node!)) (cons name others))
  (%change! (list 'isolate name others)
            (lambda ()
              (for-each (lambda (other)
                          (%both-ways 'simulation-cut name other))
                        others))))

;;> (rejoin-node! name others): heals them. Raises type, simulation.
;;> Example: (begin (rejoin-node! 'a '()) 'done) => done
(define (rejoin-node! name others)
  (for-each (lambda (other) (heal-link! name other)) others))

(define (%both-ways operation name other)
  (let ((one (symbol->string name)) (two (symbol->string other)))
    (%host operation one two)
    (%host operation two one)))

;; Changes the network if this run is to have that step.
(define (%change! what thunk)
  (if (%step? what)
      (begin
        (thunk)
        (%changed! what)))
  (void))

(define (%changed! what)
  (%host 'simulation-changed (%written what))
  (void))

;;> (set-latency! least most): how many seconds whatever is sent from now on is
;;> under way; each time between the two is as likely. At first 0.0002 and
;;> 0.002. A step. Raises type, simulation.
;;> Example: (guard (e (#t (condition-kind e))) (set-latency! 0.01 0.1)) => simulation
(define (set-latency! least most)
  (if (not (and (%seconds? least) (%seconds? most) (<= least most)))
      (%type-error 'set-latency! "two numbers of seconds, the lesser first"
                   (list least most)))
  (change-network! (list 'latency (list 'uniform least most))))

;;> (change-network! change ...): from now on the network is so. Each change is
;;> a step, unless it heals. (latency distribution) and (loss probability) are
;;> of all ways, and with two names after them of the way from the first node to
;;> the second: (latency (exponential 0.05) a b). Distributions are those of
;;> (kompics sim), in seconds. What is lost is sent again, as TCP does: after
;;> 0.2 seconds, then 0.4 and so on, and what was sent after it waits. (cut from
;;> to) holds what one node sends to another, and nothing of what comes back;
;;> (partition (name ...) ...) cuts all ways between nodes of different lists;
;;> (heal from to) and (heal) end that. Raises type, simulation.
;;> Example: (guard (e (#t (condition-kind e))) (change-network! '(loss 1/10) '(cut a b))) => simulation
(define (change-network! . changes)
  (let ((all (map %planned-change changes)))
    (for-each (lambda (change thunk)
                (if (eq? (car change) 'heal)
                    (begin
                      (thunk)
                      (%changed! change))
                    (%change! change thunk)))
              changes all)
    (void)))

;; What does it; raises if it is no change.
(define (%planned-change change)
  (define (name? object) (symbol? object))
  (define (way names) (map symbol->string names))
  (define (way? names)
    (or (null? names)
        (and (list? names) (= (length names) 2) (name? (car names))
             (name? (cadr names)))))
  (match change
    (('latency (name . numbers) . names)
     (where (and (%distribution? name numbers) (way? names)))
     (lambda ()
       (%host 'simulation-latency (way names)
              (cons (symbol->string name) (map %nanoseconds numbers)))))
    (('loss probability . names)
     (where (and (real? probability) (<= 0 probability 1) (way? names)))
     (lambda ()
       (%host 'simulation-loss (way names)
              (exact (round (* 1000000 probability))))))
    (('cut from to)
     (where (way? (list from to)))
     (lambda () (%host 'simulation-cut (symbol->string from)
                       (symbol->string to))))
    (('partition . groups)
     (where (%groups? groups))
     (lambda () (%part! groups)))
    (('heal) (lambda () (%host 'simulation-heal-all)))
    (('heal from to)
     (where (way? (list from to)))
     (lambda () (%host 'simulation-heal (symbol->string from)
                       (symbol->string to))))
    (_ (%type-error 'change-network!
                    "a change of latency, loss, cut, partition or heal"
                    change))))

(define (%groups? groups)
  (let loop ((groups groups))
    (cond ((null? groups) #t)
          ((not (and (pair? groups) (list? (car groups)))) #f)
          (else
           (and (let names ((rest (car groups)))
                  (or (null? rest)
                      (and (symbol? (car rest)) (names (cdr rest)))))
                (loop (cdr groups)))))))

(define (%part! groups)
  (if (pair? groups)
      (begin
        (for-each
         (lambda (others)
           (for-each
            (lambda (name)
              (for-each (lambda (other)
                          (%both-ways 'simulation-cut name other))
                        others))
            (car groups)))
         (cdr groups))
        (%part! (cdr groups)))))

(define (%seconds? object)
  (and (real? object) (<= 0 object 1000000)))

(define (%nanoseconds seconds)
  (exact (round (* seconds 1000000000))))

(define (%distribution? name numbers)
  (and (list? numbers)
       (let loop ((rest numbers))
         (or (null? rest) (and (%seconds? (car rest)) (loop (cdr rest)))))
       (case name
         ((constant exponential) (= (length numbers) 1))
         ((normal) (= (length numbers) 2))
         ((uniform)
          (and (= (length numbers) 2) (<= (car numbers) (cadr numbers))))
         (else #f))))

;;> (set-clock! name seconds): the time of day on that node, which
;;> current-second tells, is so many seconds ahead, or behind if they are
;;> negative. Timers and monotonic-time go on as they were. A step. Raises type,
;;> simulation.
;;> Example: (guard (e (#t (condition-kind e))) (set-clock! 'a -0.5)) => simulation
(define (set-clock! name seconds)
  (let ((text (%node-text name 'set-clock!)))
    (if (not (and (real? seconds) (%seconds? (abs seconds))))
        (%type-error 'set-clock! "a number of seconds" seconds))
    (%change! (list 'clock name seconds)
              (lambda ()
                (%host 'simulation-clock text (%nanoseconds seconds))))))

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
  (%host 'simulation-observe
         (apply string-append
                (map (lambda (object) (string-append (%written object) " "))
                     objects))))

;;> (simulation-outcome): what has happened until now, as an outcome of (kompics
;;> sim): its checks, histories and diagrams take it. Messages between nodes
;;> stand there as data where they can be read back, and as strings else. Raises
;;> simulation.
;;> Example: (guard (e (#t (condition-kind e))) (simulation-outcome)) => simulation
(define (simulation-outcome)
  (let ((record (%host 'simulation-record)))
    (make-outcome (map %shown-entry (map %datum (car record)))
                  (map %datum (cadr record)))))

;;> (recorded-outcome file): the outcome of a run of `mound simulate --record
;;> file`. Raises type, file, read.
;;> Example: (guard (e (#t (condition-kind e))) (recorded-outcome "no/such/file")) => file
(define (recorded-outcome file)
  (let ((entries (read-file-data file)))
    (make-outcome (map %shown-entry (%recorded 'trace entries))
                  (%recorded 'history entries))))

(define (%recorded kind entries)
  (cond ((null? entries) '())
        ((eq? (caar entries) kind)
         (cons (cadar entries) (%recorded kind (cdr entries))))
        (else (%recorded kind (cdr entries)))))

(define (%datum text) (read (open-input-string text)))

;; The text of a message as a datum, if it is one.
(define (%shown-entry entry)
  (if (memq (cadr entry) '(sent came))
      (let ((text (list-ref entry 5)))
        (append (%at-most 5 entry)
                (list (guard (e (#t text)) (%datum text)))))
      entry))
