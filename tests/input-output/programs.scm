;; Programs of the operating system.
(import (scheme base) (scheme write) (mound conditions) (mound port)
        (mound subprocess) (mound directory) (mound file) (termite process))

(define (show object) (write object) (newline))
(define-syntax raised
  (syntax-rules ()
    ((raised expression)
     (guard (e ((condition? e)
                (list (condition-kind e) (error-object-message e)
                      (error-object-irritants e))))
       expression))))
(define (results . arguments)
  (call-with-values (lambda () (apply run-program/status arguments)) list))

(show (run-program "echo" '("a  b" "c")))
(show (run-program "cat" '() "λ through a pipe\n"))
(show (results "sh" '("-c" "echo out; echo err >&2; exit 7")))
(show (raised (run-program "sh" '("-c" "echo what went wrong >&2; exit 1"))))
(show (raised (run-program "no-such-program" '())))
(show (raised (start-program "echo" '(1))))
(show (raised (start-program "echo" '() output: 'somewhere)))
(show (run-program "sh" '("-c" "echo $ONE $TWO.") "" environment:
                   '(("ONE" . "1") ("TWO" . #f))))
(show (run-program "pwd" '() "" directory: "/"))

;; More than pipes hold, in both directions at once.
(define long (make-string 300000 #\x))
(show (string=? long (run-program "cat" '() long)))
(show (string-length (cadr (results "sh" '("-c" "cat; cat /dev/null") long))))

;; A conversation.
(define program (start-program "cat" '() input: 'pipe output: 'pipe))
(write-string "first\n" (program-input program))
(show (read-line (program-output program)))
(write-string "second\n" (program-input program))
(show (read-line (program-output program)))
(show (program-status program))
(close-port (program-input program))
(show (eof-object? (read-line (program-output program))))
(show (wait-for-program program))
(show (program-status program))

;; Its ports can be used by another process.
(define sorter (start-program "sort" '() input: 'pipe output: 'pipe))
(define me (self))
(spawn (lambda ()
         (write-string "b\na\n" (program-input sorter))
         (close-port (program-input sorter))))
(show (read-lines (program-output sorter)))

;; Bytes.
(define bytes (start-program "cat" '() input: 'pipe output: 'pipe binary: #t))
(write-bytevector #u8(0 255 128) (program-input bytes))
(close-port (program-input bytes))
(show (read-all-bytes (program-output bytes)))

;; Ends that are asked for.
(define sleeper (start-program "sleep" '("100")))
(show (wait-for-program sleeper 0.01 'still-running))
(show (guard (e ((condition? e) (condition-kind e)))
        (wait-for-program sleeper 0.01)))
(show (terminate-program sleeper))
(show (wait-for-program sleeper))
(show (terminate-program sleeper))
(define killed (start-program "sh" '("-c" "trap '' TERM; echo ready; sleep 100")
                              output: 'pipe))
(show (read-line (program-output killed)))
(show (kill-program killed))
(show (wait-for-program killed))

;; A timeout for its output.
(define silent (start-program "sleep" '("100") output: 'pipe))
(port-timeout-set! (program-output silent) 0.05)
(show (guard (e ((condition? e) (condition-kind e)))
        (read-line (program-output silent))))

;; It ends with the process that started it.
(define path (create-temp-file))
(define starter
  (spawn (lambda ()
           (let ((child (start-program "cat" '() input: 'pipe output: 'pipe)))
             (! me (list (program-process child) (program-output child)))
             (?)))))
(let* ((parts (?)) (output (cadr parts)))
  (show (input-port-open? output))
  (! starter 'end)
  (wait-for (car parts))
  (wait-for (port-process output))
  (show (input-port-open? output)))
(delete-file path)
