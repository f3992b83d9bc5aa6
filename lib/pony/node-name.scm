;;; Names of nodes. A name says which file has the address at which a node is to
;;; listen: .pony.tcpip.node.NAME, or .pony.tcpip.node for the empty name, with
;;; the lines ip= and port=. A node that listens already stays where it is.

(define %first-port 7500)

;; What the file of the name says: an address whose port is a number, or #f for
;; the first that is free; #f without a file.
(define (%node-settings name)
  (let ((file (%settings-file ".pony.tcpip.node" name 'pony-startup -18)))
    (and file
         (let* ((settings (%settings file '("ip" "port") 'pony-startup -18 -19))
                (ip (%setting "ip" settings "127.0.0.1"))
                (port (%setting "port" settings #f)))
           (if (not (and (> (string-length ip) 0)
                         (char<=? #\0 (string-ref ip 0) #\9)
                         (or (not port) (%port-text? port))))
               (%bad-settings file 'pony-startup -19))
           (cons ip (and port (string->number port)))))))

(define (%listen! settings)
  (cond ((not settings) #f)
        ((%primitive %current-node) #f)
        ((cdr settings) (%listen-at! settings (cdr settings) #f))
        (else (%listen-at! settings %first-port #t))))

;; Listens at the port, or at the next ones if that is in use.
(define (%listen-at! settings port further?)
  (if (catch (lambda (problem)
               (cond ((not (and (condition? problem)
                                (eq? (condition-kind problem) 'node)))
                      (raise problem))
                     ((and further? (< port 65535)
                           (%in-use? (error-object-message problem)))
                      #t)
                     (else
                      (%pony-error 'pony-startup 'pony-startup -21
                                   "this node cannot listen:"
                                   (error-object-message problem)))))
        (node-init (make-node (car settings) port))
        #f)
      (%listen-at! settings (+ port 1) #t)))

;; The words of the operating system.
(define (%in-use? message)
  (let ((words "in use"))
    (let loop ((index (- (string-length message) (string-length words))))
      (cond ((< index 0) #f)
            ((string=? words
                       (substring message index
                                  (+ index (string-length words))))
             #t)
            (else (loop (- index 1)))))))
