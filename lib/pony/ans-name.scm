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
               (%pony-error 'pony-startup who -22
                            "the name server cannot be reached:" address)
               (raise problem)))
    (!? (remote-service 'pony-ans address) 'who)))

;; The address that the file says, or #f if the name is empty and there is none.
(define (%address-of name who)
  (let* ((file (if (string=? name "")
                   ".pony.tcpip.ans"
                   (string-append ".pony.tcpip.ans." name)))
         (home (get-environment-variable "HOME"))
         (found (cond ((file-exists? file) file)
                      ((not home)
                       (if (string=? name "")
                           #f
                           (%pony-error 'pony-startup who -15
                                        "HOME is not set")))
                      ((file-exists? (string-append home "/" file))
                       (string-append home "/" file))
                      (else #f))))
    (cond (found (%read-address found who))
          ((string=? name "") #f)
          (else
           (%pony-error 'pony-startup who -16
                        "there is no file of the name server:" file)))))

(define (%read-address file who)
  (let loop ((lines (catch (lambda (problem)
                             (%pony-error 'pony-startup who -16
                                          "the file cannot be read:" file))
                      (call-with-input-file file %lines)))
             (host "localhost") (port "7400"))
    (cond ((null? lines)
           (let ((address (string-append host ":" port)))
             (if (%address? address) address (%bad-file file who))))
          ((%after "host=" (car lines))
           => (lambda (host) (loop (cdr lines) host port)))
          ((%after "port=" (car lines))
           => (lambda (port) (loop (cdr lines) host port)))
          ((string=? "" (car lines)) (loop (cdr lines) host port))
          (else (%bad-file file who)))))

(define (%bad-file file who)
  (%pony-error 'pony-startup who -17
               "the file of the name server is not valid:" file))

;; A file is read as far as a megabyte.
(define (%lines port)
  (string-split (let ((text (read-string 1048576 port)))
                  (if (eof-object? text) "" text))
                #\newline))

(define (%after prefix line)
  (let ((length (string-length prefix)))
    (and (>= (string-length line) length)
         (string=? prefix (substring line 0 length))
         (string-copy line length))))
