;;; Names of name servers. A name is the address of a node, or says which file
;;; has it: .pony.tcpip.ans.NAME, or .pony.tcpip.ans for the empty name, in this
;;; directory or in that of HOME, with the lines host= and port=. Without a file
;;; the empty name is the server of this node, or localhost:7400.

(define %default-ans "localhost:7400")

(define (%name? object)
  (and (string? object)
       (let loop ((index 0))
         (or (= index (string-length object))
             (let ((char (string-ref object index)))
               (and (or (char<=? #\a char #\z) (char<=? #\A char #\Z)
                        (char<=? #\0 char #\9) (memv char '(#\- #\. #\_)))
                    (loop (+ index 1))))))))

(define (%ans-name? object) (or (%name? object) (%address? object)))

;; host:port, both without anything else.
(define (%address? object)
  (and (node? object)
       (%name? (node-host object))
       (not (string=? "" (node-host object)))
       (let ((port (node-port object)))
         (and (exact-integer? port) (<= 0 port 65535)))))

;; The pid of the server; raises what the original returns.
(define (%ans-at name who)
  (if (not (%ans-name? name))
      (%pony-error 'pony-startup who -11 "no name of a name server:" name))
  (let ((address (if (%address? name) name (%address-of name who))))
    (cond ((and (not address) (%own-ans)))
          ((and (equal? address (%primitive %current-node)) (%own-ans)))
          (else (%ask-ans (or address %default-ans) who)))))

(define (%ask-ans address who)
  (catch (lambda (problem)
           (if (memq (if (condition? problem) (condition-kind problem) problem)
                     '(noproc node-down unreachable refused timeout node))
               (apply %pony-error 'pony-startup who -22
                      "the name server cannot be reached:" address
                      (if (condition? problem)
                          (list (error-object-message problem))
                          '()))
               (raise problem)))
    (!? (remote-service 'pony-ans address) 'who)))

;; The address that the file says, or #f if the name is empty and there is none.
(define (%address-of name who)
  (let ((file (%settings-file ".pony.tcpip.ans" name who -16)))
    (and file
         (let* ((settings (%settings file '("host" "port") who -16 -17))
                (address
                 (string-append (%setting "host" settings "localhost") ":"
                                (%setting "port" settings "7400"))))
           (if (%address? address)
               address
               (%bad-settings file who -17))))))
