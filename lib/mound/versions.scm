;;; Libraries while a node runs. A library in a directory can be loaded again
;;; when its files have changed, and a version beside others. The new code is
;;; an instance of its own: its body runs, and it has its own variables. What
;;; was there before stays for those that are in it: processes go on with the
;;; old code until they call the new one, and it goes when nothing leads to it
;;; any more. A library whose code comes out the
;;; same as one that is there keeps that one's state.

;;> dry-run: the keyword before #t if upgrade is only to say what it would do.
;;> Example: (eval 'dry-run: (environment '(mound modules))) => dry-run:
(define dry-run: 'dry-run:)

;;> (library-version-library version): its name, a string as
;;> "github.com/fred/hello".
;;> Example: (eval '(map library-version-library (library-versions)) (environment '(scheme base) '(mound modules))) => ()

;;> (library-version-version version): its version, a string, or #f if the
;;> library has none.
;;> Example: (eval '(map library-version-version (library-versions)) (environment '(scheme base) '(mound modules))) => ()

;;> (library-version-hash version): the hash of its code, 64 digits.
;;> Example: (eval '(map library-version-hash (library-versions)) (environment '(scheme base) '(mound modules))) => ()

;;> (library-version-commit version): the commit that it was compiled from, 40
;;> digits, or #f if it has no version.
;;> Example: (eval '(map library-version-commit (library-versions)) (environment '(scheme base) '(mound modules))) => ()

;;> (library-version-sources version): the hash of the sources of that commit,
;;> or #f.
;;> Example: (eval '(map library-version-sources (library-versions)) (environment '(scheme base) '(mound modules))) => ()

;;> (library-version-origin version): where the sources were fetched from, or
;;> #f.
;;> Example: (eval '(map library-version-origin (library-versions)) (environment '(scheme base) '(mound modules))) => ()

;;> (library-version-from version): the node that brought the code, or #f if it
;;> was compiled here.
;;> Example: (eval '(map library-version-from (library-versions)) (environment '(scheme base) '(mound modules))) => ()

;;> (library-version-current? version): whether an import of the name means
;;> this code now.
;;> Example: (eval '(map library-version-current? (library-versions)) (environment '(scheme base) '(mound modules))) => ()

;;> (library-version-importers version): what was compiled with it and is still
;;> here: names of libraries, and "a program" for all programs and forms.
;;> Example: (eval '(map library-version-importers (library-versions)) (environment '(scheme base) '(mound modules))) => ()

;;> (library-version-processes version): the processes in it, a list of (pid
;;> number name frames). The number is a string, as in reports. Frames are
;;> calls of its procedures that have not returned; 0 if the process can only
;;> reach a procedure of it, or, of code that was not replaced, could not long
;;> ago.
;;> Example: (eval '(map library-version-processes (library-versions)) (environment '(scheme base) '(mound modules))) => ()

;;> (library-version? object): whether it describes a version of a library, as
;;> the elements of (library-versions) do.
;;> Example: (eval '(library-version? 5) (environment '(mound modules))) => #f
(define-record-type <library-version>
  (%make-library-version library version hash commit sources origin from
                         current? importers processes)
  library-version?
  (library library-version-library)
  (version library-version-version)
  (hash library-version-hash)
  (commit library-version-commit)
  (sources library-version-sources)
  (origin library-version-origin)
  (from library-version-from)
  (current? library-version-current?)
  (importers library-version-importers)
  (processes library-version-processes))

;;> (library-versions): the libraries that this node has, without those of
;;> Mound, by their names: a list of objects for which library-version? is
;;> true. Processes are asked for it, at most 10000; one that does not answer
;;> within two seconds is left out; in a run with a seed all are waited for.
;;> Example: (eval '(library-versions) (environment '(mound modules))) => ()
(define (library-versions)
  (map (lambda (row)
         (let ((name (%split-version (car row))) (fields (reverse (cdr row))))
           (apply %make-library-version (car name) (cdr name)
                  (reverse (cons (map %with-number (car fields))
                                 (cdr fields))))))
       (%host 'library-versions)))

;; A process of the host, with its number as reports have it.
(define (%with-number process)
  (cons (car process) (cons (%number-text (car process)) (cddr process))))

;; The name of a unit as a pair: library and version, or #f.
(define (%split-version unit)
  (let loop ((index (- (string-length unit) 1)))
    (cond ((< index 0) (cons unit #f))
          ((char=? #\@ (string-ref unit index))
           (cons (substring unit 0 index)
                 (substring unit (+ index 1) (string-length unit))))
          (else (loop (- index 1))))))

;;> (reload-library [library]): loads the library again, a list as
;;> (greeter words), and all that import it; without an argument, all whose
;;> files have changed. A version that is not here yet is loaded beside the
;;> others. Returns the names of what was loaded, as lists. Processes go on
;;> with the code that they have; see library-value. Raises syntax if the new
;;> code cannot be compiled: then all is as before; type.
;;> Example: (eval '(reload-library) (environment '(mound modules))) => ()
(define reload-library
  (case-lambda
    (() (map (lambda (row) (%unit-list (car row))) (%reload #f #f)))
    ((library)
     (map (lambda (row) (%unit-list (car row)))
          (%reload (%unit-text library 'reload-library) #f)))))

(define (%reload library rehearse?)
  (%host 'reload-library library rehearse?))

;; "greeter/words" for (greeter words); versions are understood by the host.
(define (%unit-text library who)
  (if (not (and (pair? library) (list? library)
                (%every-part? library)))
      (%type-error who "the name of a library, a list" library))
  (let loop ((text (%part-text (car library))) (rest (cdr library)))
    (if (null? rest)
        text
        (loop (string-append text "/" (%part-text (car rest))) (cdr rest)))))

(define (%every-part? parts)
  (or (null? parts)
      (and (or (symbol? (car parts)) (exact-integer? (car parts)))
           (%every-part? (cdr parts)))))

(define (%part-text part)
  (if (symbol? part) (symbol->string part) (number->string part)))

(define (%unit-list unit)
  (let loop ((index 0) (start 0) (parts '()))
    (cond ((= index (string-length unit))
           (reverse (cons (%text-part (substring unit start index)) parts)))
          ((char=? #\/ (string-ref unit index))
           (loop (+ index 1) (+ index 1)
                 (cons (%text-part (substring unit start index)) parts)))
          (else (loop (+ index 1) start parts)))))

(define (%text-part text) (or (string->number text) (string->symbol text)))

;;> (library-value library name): what the library exports under the name, by
;;> the code that an import means now: how a process goes on with new code.
;;> Raises syntax if there is no such library or name, type.
;;> Example: (eval '(procedure? (library-value '(scheme base) 'car)) (environment '(scheme base) '(mound modules))) => #t
(define (library-value library name)
  (if (not (symbol? name)) (%type-error 'library-value "a symbol" name))
  (%unit-text library 'library-value)
  (eval name (environment (list 'only library name))))

;;> (upgrade-libraries plan): the libraries that were loaded, or would be, as
;;> lists.
;;> Example: (eval '(upgrade-libraries (upgrade dry-run: #t)) (environment '(scheme base) '(mound modules))) => ()

;;> (upgrade-left plan): the processes that are, or would be, left in old code:
;;> a list of (pid number name library version hash frames); see
;;> library-version-processes.
;;> Example: (eval '(upgrade-left (upgrade dry-run: #t)) (environment '(scheme base) '(mound modules))) => ()

;;> (upgrade? object): whether it is what upgrade-libraries returns.
;;> Example: (eval '(upgrade? 5) (environment '(scheme base) '(mound modules))) => #f
(define-record-type <upgrade>
  (%make-upgrade libraries left)
  upgrade?
  (libraries upgrade-libraries)
  (left upgrade-left))

;;> (upgrade library ... [dry-run: dry-run?]): loads the libraries as
;;> reload-library does, or all whose files have changed, and finds the
;;> processes that are in older code of them, or in another version. With
;;> dry-run: #t nothing is loaded: the new code is compiled and thrown away, so
;;> that its errors are found; of a version is only looked whether it is
;;> installed. Raises syntax, type, and error as library-versions does.
;;> Example: (eval '(upgrade? (upgrade)) (environment '(mound modules))) => #t
(define (upgrade . arguments)
  (let loop ((rest arguments) (libraries '()))
    (if (and (pair? rest) (pair? (car rest)))
        (loop (cdr rest) (cons (%unit-text (car rest) 'upgrade) libraries))
        (begin
          (%check-options rest (list dry-run:) 'upgrade)
          (%upgrade (reverse libraries) (%option dry-run: rest #f))))))

(define (%upgrade libraries rehearse?)
  (let* ((loaded (if (null? libraries)
                     (%reload #f rehearse?)
                     (%append-rows
                      (map (lambda (library) (%reload library rehearse?))
                           libraries))))
         (left (if (null? loaded) '() (%left-in-old loaded))))
    (%make-upgrade (map (lambda (row) (%unit-list (car row))) loaded) left)))

;; Of two rows for one library the later counts.
(define (%append-rows lists)
  (let loop ((lists lists) (rows '()))
    (if (null? lists)
        rows
        (loop (cdr lists)
              (append (%without rows (car lists)) (car lists))))))

(define (%without rows others)
  (cond ((null? rows) '())
        ((assoc (caar rows) others) (%without (cdr rows) others))
        (else (cons (car rows) (%without (cdr rows) others)))))

;; The rows of loaded are (unit hash); the hash is #f of a version that was only
;; looked at.
(define (%left-in-old loaded)
  (let loop ((versions (library-versions)) (left '()))
    (if (null? versions)
        (reverse left)
        (let ((version (car versions)))
          (loop (cdr versions)
                (if (%is-old? version loaded)
                    (%add-left version left)
                    left))))))

(define (%is-old? version loaded)
  (let loop ((rows loaded))
    (and (pair? rows)
         (let ((name (%split-version (caar rows))))
           (if (string=? (car name) (library-version-library version))
               (not (and (equal? (cdr name) (library-version-version version))
                         (or (not (cadar rows))
                             (string=? (cadar rows)
                                       (library-version-hash version)))))
               (loop (cdr rows)))))))

(define (%add-left version left)
  (let loop ((processes (library-version-processes version)) (left left))
    (if (null? processes)
        left
        (let ((process (car processes)))
          (loop (cdr processes)
                (cons (list (car process) (cadr process) (list-ref process 2)
                            (library-version-library version)
                            (library-version-version version)
                            (library-version-hash version)
                            (list-ref process 3))
                      left))))))

;;> (print-library-versions [versions]): writes the versions for people, of
;;> this node if none are given, to the current output.
;;> Example: (eval '(procedure? print-library-versions) (environment '(scheme base) '(mound modules))) => #t
(define print-library-versions
  (case-lambda
    (() (print-library-versions (library-versions)))
    ((versions)
     (for-each (lambda (version)
                 (%print-version version (%is-replaced? version versions)))
               versions))))

;; Whether imports of its name mean another code.
(define (%is-replaced? version versions)
  (and (not (library-version-current? version))
       (let loop ((others versions))
         (and (pair? others)
              (or (and (library-version-current? (car others))
                       (string=? (library-version-library (car others))
                                 (library-version-library version))
                       (equal? (library-version-version (car others))
                               (library-version-version version)))
                  (loop (cdr others)))))))

(define (%print-version version replaced?)
  (%print (%library-text (library-version-library version)
                         (library-version-version version))
          "  code " (%short (library-version-hash version))
          (if (library-version-commit version)
              (string-append "  commit "
                             (%short (library-version-commit version))
                             "  sources "
                             (%short (library-version-sources version)))
              "")
          (if replaced? "  not what imports mean" ""))
  (if (library-version-origin version)
      (%print "  from " (library-version-origin version)))
  (if (library-version-from version)
      (%print "  brought by node " (library-version-from version)))
  (let ((importers (library-version-importers version))
        (processes (library-version-processes version)))
    (if (pair? importers)
        (%print "  imported by " (%joined importers)))
    (for-each (lambda (process)
                (%print "  process " (cadr process) " ("
                        (list-ref process 2) "): "
                        (%frames (list-ref process 3))))
              processes)
    (if (and (null? importers) (null? processes))
        (%print "  kept for its variables, until the node ends"))))

;;> (print-upgrade plan [dry-run?]): writes what came of an upgrade for people,
;;> to the current output; with dry-run? true, as what would come of it.
;;> Example: (eval '(procedure? print-upgrade) (environment '(scheme base) '(mound modules))) => #t
(define print-upgrade
  (case-lambda
    ((plan) (print-upgrade plan #f))
    ((plan dry-run?)
     (if (null? (upgrade-libraries plan)) (%print "nothing has changed"))
     (for-each (lambda (library)
                 (%print (if dry-run? "would load " "loaded ")
                         (%list-text library)))
               (upgrade-libraries plan))
     (for-each
      (lambda (row)
        (%print (if dry-run? "would stay" "stays") " in old code: process "
                (cadr row) " (" (list-ref row 2) "), "
                (%library-text (list-ref row 3) (list-ref row 4)) " code "
                (%short (list-ref row 5)) ", " (%frames (list-ref row 6))))
      (upgrade-left plan)))))

(define (%number-text pid)
  (let ((words (string-split (call-with-output-string
                              (lambda (port) (display pid port)))
                             " ")))
    (car (string-split (cadr words) ">"))))

(define (%frames count)
  (cond ((= count 0) "can reach it")
        ((= count 1) "1 frame")
        (else (string-append (number->string count) " frames"))))

(define (%library-text library version)
  (if version (string-append library "@" version) library))

(define (%list-text library)
  (string-append "("
                 (let loop ((text (%part-text (car library)))
                            (rest (cdr library)))
                   (if (null? rest)
                       text
                       (loop (string-append text " " (%part-text (car rest)))
                             (cdr rest))))
                 ")"))

(define (%joined texts)
  (let loop ((text (car texts)) (rest (cdr texts)))
    (if (null? rest)
        text
        (loop (string-append text ", " (car rest)) (cdr rest)))))

(define (%short digits) (substring digits 0 (min 12 (string-length digits))))

(define (%print . texts)
  (for-each write-string texts)
  (newline))
