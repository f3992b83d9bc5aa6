;;; Programs of the operating system. A program that runs is owned by a process,
;;; as a port is: it is killed when that process ends, which it does when the
;;; process that started the program does.

;;> (program? object): whether it is a program that was started as a subprocess.
;;> Example: (program? 5) => #f
(define-record-type program
  (%make-program pid id input output errors)
  program?
  (pid %program-pid)
  (id %program-id)
  (input %program-input)
  (output %program-output)
  (errors %program-errors))

;; The keywords are variables that hold their own name, as those of spawn.

;;> input: the keyword before what the program reads: pipe, none or inherit.
;;> Example: input: => input:
(define input: 'input:)

;;> output: the keyword before where its output goes: pipe, none or inherit.
;;> Example: output: => output:
(define output: 'output:)

;;> errors: the keyword before where its messages go: pipe, none or inherit.
;;> Example: errors: => errors:
(define errors: 'errors:)

;;> directory: the keyword before the directory in which it runs.
;;> Example: directory: => directory:
(define directory: 'directory:)

;;> environment: the keyword before changes of its environment variables: a list
;;> of pairs of name and value, or name and #f to remove it.
;;> Example: environment: => environment:
(define environment: 'environment:)

(define (%program-option keyword options default who)
  (cond ((null? options) default)
        ((not (and (pair? (cdr options))
                   (memq (car options)
                         '(input: output: errors: directory: environment:
                           binary:))))
         (%type-error who "a keyword of start-program and its value"
                      (car options)))
        ((eq? (car options) keyword) (cadr options))
        (else (%program-option keyword (cddr options) default who))))

;;> (start-program name arguments option ...): starts the program, looked for in
;;> PATH if its name has no slash, with a list of strings as arguments, and
;;> returns it. Options are input: (none), output: and errors: (inherit), each
;;> pipe, none or inherit, directory:, environment:, binary:. Raises type, file.
;;> Example: (let ((p (start-program "cat" '() input: 'pipe output: 'pipe))) (write-string "hello" (program-input p)) (close-port (program-input p)) (read-line (program-output p))) => "hello"
(define (start-program name arguments . options)
  (%require-path name 'start-program)
  (for-each (lambda (word) (%require-path word 'start-program))
            (%require-list arguments 'start-program))
  (let ((option (lambda (keyword default)
                  (%program-option keyword options default 'start-program))))
    (let ((input (%stream (option 'input: 'none)))
          (output (%stream (option 'output: 'inherit)))
          (errors (%stream (option 'errors: 'inherit)))
          (binary? (option 'binary: #f)))
      (%with-owners
       (+ 1 (%count-pipe input) (%count-pipe output) (%count-pipe errors))
       (lambda (pid . pipes)
         (let* ((streams (%assign (list input output errors) pipes))
                (id (apply %host 'start-program pid name arguments
                           (append streams
                                   (list (option 'directory: #f)
                                         (map %variable
                                              (option 'environment: '()))))))
                (port (lambda (kind stream)
                        (if (symbol? stream)
                            #f
                            (%make-port kind #t stream name)))))
           (%make-program
            pid id
            (port (if binary? 'byte-output 'text-output) (car streams))
            (port (if binary? 'byte-input 'text-input) (cadr streams))
            (port (if binary? 'byte-input 'text-input) (caddr streams)))))))))

(define (%stream object)
  (if (memq object '(pipe none inherit))
      object
      (%type-error 'start-program "pipe, none or inherit" object)))

(define (%count-pipe stream) (if (eq? stream 'pipe) 1 0))

;; The streams with the next pid in the place of each pipe.
(define (%assign streams pids)
  (cond ((null? streams) '())
        ((eq? (car streams) 'pipe)
         (cons (car pids) (%assign (cdr streams) (cdr pids))))
        (else (cons (car streams) (%assign (cdr streams) pids)))))

(define (%variable binding)
  (if (not (and (pair? binding) (string? (car binding))))
      (%type-error 'start-program "a pair of name and value" binding))
  (if (cdr binding) (list (car binding) (cdr binding)) (list (car binding))))

;;> (program-input program): the port that it reads, if its input is a pipe,
;;> else #f. Raises type.
;;> Example: (program-input (start-program "true" '())) => #f
(define (program-input program) (%program-input program))

;;> (program-output program): the port that it writes to, or #f. Raises type.
;;> Example: (read-line (program-output (start-program "echo" '("a b") output: 'pipe))) => "a b"
(define (program-output program) (%program-output program))

;;> (program-errors program): the port for its messages, or #f. Raises type.
;;> Example: (read-line (program-errors (start-program "sh" '("-c" "echo oops >&2") errors: 'pipe))) => "oops"
(define (program-errors program) (%program-errors program))

;;> (program-id program): its number in the operating system. Raises type.
;;> Example: (exact-integer? (program-id (start-program "true" '()))) => #t
(define (program-id program) (%program-id program))

;;> (program-process program): the process that stands for it here: if that
;;> ends, it is killed. Raises type.
;;> Example: (pid? (program-process (start-program "true" '()))) => #t
(define (program-process program) (%program-pid program))

;;> (wait-for-program program): waits for its end and returns the status: 0 for
;;> success, 128 and more if a signal ended it. (wait-for-program program
;;> timeout [default]): waits only so many seconds, as ? does. Raises type,
;;> timeout.
;;> Example: (wait-for-program (start-program "sh" '("-c" "exit 3"))) => 3
(define wait-for-program
  (case-lambda
    ((program) (%wait-for-program program #f))
    ((program timeout) (%wait-for-program program timeout))
    ((program timeout default)
     (guard (e ((and (condition? e) (eq? (condition-kind e) 'timeout)) default))
       (%wait-for-program program timeout)))))

(define (%wait-for-program program timeout)
  (%there program
          (lambda ()
            (%host-until timeout 'wait-for-program (%program-pid program)
                         #t))))

;; Calls the thunk on the node of the program.
(define (%there program thunk)
  (if (not (program? program))
      (%type-error 'wait-for-program "a program" program))
  (let* ((pid (%program-pid program))
         (node (%primitive %pid-node pid)))
    (if (or (not node) (equal? node (%primitive %current-node)))
        (thunk)
        (on node thunk))))

;;> (program-status program): its status, or #f if it runs. Raises type.
;;> Example: (let ((p (start-program "true" '()))) (wait-for-program p) (program-status p)) => 0
(define (program-status program)
  (%there program
          (lambda ()
            (%host 'wait-for-program (%program-pid program) #f))))

;;> (terminate-program program): asks it to end, by SIGTERM. Returns #f if it
;;> has. Raises type.
;;> Example: (let ((p (start-program "sleep" '("60")))) (terminate-program p) (wait-for-program p)) => 143
(define (terminate-program program) (%signal-program program 'terminate))

;;> (kill-program program): ends it, by SIGKILL. Returns #f if it has ended.
;;> Raises type.
;;> Example: (let ((p (start-program "sleep" '("60")))) (kill-program p) (wait-for-program p)) => 137
(define (kill-program program) (%signal-program program 'kill))

(define (%signal-program program signal)
  (%there program
          (lambda ()
            (%host 'signal-program (%program-pid program) signal))))

;;> (run-program/status name arguments [input option ...]): runs the program to
;;> its end and returns three values: the status, what it wrote to its output
;;> and what it wrote to its error stream, strings. It reads the string `input`,
;;> nothing by default. Options are directory: and environment: of
;;> start-program. Raises type, file.
;;> Example: (call-with-values (lambda () (run-program/status "sh" '("-c" "cat; echo oops >&2; exit 2") "text")) list) => (2 "text" "oops\n")
(define (run-program/status name arguments . more)
  (let* ((text (if (pair? more) (car more) ""))
         (options (if (pair? more) (cdr more) '()))
         (program (apply start-program name arguments
                         input: 'pipe output: 'pipe errors: 'pipe options))
         (me (self))
         (tag (make-tag)))
    (%require-string text 'run-program)
    ;; The three streams move at their own pace: a program that fills one of
    ;; them waits for it.
    (spawn-linked-to me
                     (lambda ()
                       (guard (e ((file-error? e) #f))
                         (write-string text (program-input program))
                         (close-port (program-input program)))))
    (spawn-linked-to me
                     (lambda ()
                       (! me (list tag (read-all (program-errors program))))))
    (let* ((output (read-all (program-output program)))
           (errors (recv ((,tag errors) errors)))
           (status (wait-for-program program)))
      (close-port (program-output program))
      (close-port (program-errors program))
      (close-port (program-input program))
      (%close-owner (%program-pid program))
      (values status output errors))))

;;> (run-program name arguments [input option ...]): runs the program to its end
;;> and returns what it wrote to its output. Raises type, and file if it cannot
;;> be run, or fails, with what it wrote to its error stream.
;;> Example: (run-program "sort" '("-r") "a\nb\n") => "b\na\n"
(define (run-program name arguments . more)
  (call-with-values
   (lambda () (apply run-program/status name arguments more))
   (lambda (status output errors)
     (if (= status 0)
         output
         (%error-of-kind 'file 'run-program
                         (string-append name " has failed with status "
                                        (number->string status) ":")
                         errors)))))
