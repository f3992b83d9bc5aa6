;;; Asks the service on a node: (ask NODE MESSAGE).

(import (scheme base) (scheme process-context) (scheme write)
        (termite process))

(let* ((arguments (cdr (command-line)))
       (service (remote-service 'greeter (car arguments))))
  (display (!? service
               (if (string=? (cadr arguments) "upgrade")
                   'upgrade
                   (list 'greet (cadr arguments)))
               60))
  (newline))
