;;; The program's surroundings.

;;> (command-line-arguments): the arguments of the program, without its name.
;;> Example: (list? (command-line-arguments)) => #t
(define (command-line-arguments)
  (let ((words (command-line))) (if (pair? words) (cdr words) '())))

(define (%system-item index) (list-ref (%host 'system-information) index))

;;> (operating-system): its name, a string: "linux", "macos".
;;> Example: (string? (operating-system)) => #t
(define (operating-system) (%system-item 0))

;;> (machine-architecture): that of the processor, a string: "x86_64",
;;> "aarch64".
;;> Example: (string? (machine-architecture)) => #t
(define (machine-architecture) (%system-item 1))

;;> (processor-count): how many threads the machine runs at once.
;;> Example: (> (processor-count) 0) => #t
(define (processor-count) (%system-item 2))

;;> (current-process-id): the number of this node in the operating system.
;;> Example: (> (current-process-id) 0) => #t
(define (current-process-id) (%system-item 3))

;;> (temporary-directory): where temporary files are made.
;;> Example: (string? (temporary-directory)) => #t
(define (temporary-directory) (%system-item 4))

;;> (home-directory): that of the user, a string, or #f.
;;> Example: (let ((home (home-directory))) (or (not home) (string? home))) => #t
(define (home-directory) (get-environment-variable "HOME"))

;;> (host-name): the name of this machine, a string.
;;> Example: (string? (host-name)) => #t
(define (host-name) (%system-item 5))
