;;; Paths of files as strings.

;;> (path-absolute? path): whether it begins at the root. Raises type.
;;> Example: (list (path-absolute? "/a") (path-absolute? "a")) => (#t #f)
(define (path-absolute? path)
  (and (< 0 (string-length path)) (char=? (string-ref path 0) #\/)))

;;> (path-join path part ...): the path with the parts below it. An absolute
;;> part replaces all before it. Raises type.
;;> Example: (list (path-join "a" "b.txt") (path-join "a/" "b") (path-join "a" "/b")) => ("a/b.txt" "a/b" "/b")
(define (path-join path . parts)
  (if (null? parts)
      path
      (apply path-join (%join path (car parts)) (cdr parts))))

(define (%join path part)
  (cond ((path-absolute? part) part)
        ((string=? path "") part)
        ((string=? part "") path)
        ((char=? (string-ref path (- (string-length path) 1)) #\/)
         (string-append path part))
        (else (string-append path "/" part))))

;;> (path-parts path): the names in it, a list of strings; "/" first if it is
;;> absolute. Raises type.
;;> Example: (path-parts "/usr//lib/") => ("/" "usr" "lib")
(define (path-parts path)
  (let ((names (%without-empty (string-split path "/"))))
    (if (path-absolute? path) (cons "/" names) names)))

(define (%without-empty names)
  (cond ((null? names) '())
        ((string=? (car names) "") (%without-empty (cdr names)))
        (else (cons (car names) (%without-empty (cdr names))))))

;; The index of the last such character, or #f.
(define (%last-index char string)
  (let loop ((index (- (string-length string) 1)))
    (cond ((< index 0) #f)
          ((char=? (string-ref string index) char) index)
          (else (loop (- index 1))))))

;; Without slashes at the end; the root stays.
(define (%trim path)
  (let loop ((end (string-length path)))
    (if (and (> end 1) (char=? (string-ref path (- end 1)) #\/))
        (loop (- end 1))
        (substring path 0 end))))

;;> (path-name path): its last name. Raises type.
;;> Example: (list (path-name "/usr/lib/") (path-name "a.txt") (path-name "/")) => ("lib" "a.txt" "")
(define (path-name path)
  (let* ((path (%trim path)) (slash (%last-index #\/ path)))
    (if slash (string-copy path (+ slash 1)) path)))

;;> (path-directory path): what is before its last name: "." if there is
;;> nothing. Raises type.
;;> Example: (list (path-directory "/usr/lib/") (path-directory "/usr") (path-directory "a")) => ("/usr" "/" ".")
(define (path-directory path)
  (let* ((path (%trim path)) (slash (%last-index #\/ path)))
    (cond ((not slash) ".")
          ((= slash 0) "/")
          (else (%trim (substring path 0 slash))))))

;; The index of the dot before the extension of a name, or #f.
(define (%dot name)
  (let ((dot (%last-index #\. name)))
    (if (and dot (> dot 0) (not (string=? name ".."))) dot #f)))

;;> (path-extension path): what is after the last dot of its last name, or #f.
;;> Raises type.
;;> Example: (map path-extension '("a.tar.gz" "a" ".profile" "a.b/c")) => ("gz" #f #f #f)
(define (path-extension path)
  (let* ((name (path-name path)) (dot (%dot name)))
    (if dot (string-copy name (+ dot 1)) #f)))

;;> (path-stem path): its last name without the extension. Raises type.
;;> Example: (map path-stem '("/x/a.tar.gz" "a" ".profile")) => ("a.tar" "a" ".profile")
(define (path-stem path)
  (let* ((name (path-name path)) (dot (%dot name)))
    (if dot (substring name 0 dot) name)))

;;> (path-with-extension path extension): the path with another extension, or
;;> without one if that is #f. Raises type.
;;> Example: (list (path-with-extension "/x/a.scm" "out") (path-with-extension "a.scm" #f)) => ("/x/a.out" "a")
(define (path-with-extension path extension)
  (let* ((stem (path-stem path))
         (name (if extension (string-append stem "." extension) stem))
         (path (%trim path))
         (slash (%last-index #\/ path)))
    (if slash
        (string-append (substring path 0 (+ slash 1)) name)
        name)))

;;> (path-normalize path): the path without `.`, without `name/..`, and without
;;> slashes that say nothing. Wrong for links, which real-path follows. Raises
;;> type.
;;> Example: (map path-normalize '("/a/./b/../c/" "../a" "a/.." "/..")) => ("/a/c" "../a" "." "/")
(define (path-normalize path)
  (let ((absolute? (path-absolute? path)))
    (let loop ((parts (%without-empty (string-split path "/"))) (kept '()))
      (cond ((null? parts) (%path absolute? (reverse kept)))
            ((string=? (car parts) ".") (loop (cdr parts) kept))
            ((not (string=? (car parts) ".."))
             (loop (cdr parts) (cons (car parts) kept)))
            ((and (pair? kept) (not (string=? (car kept) "..")))
             (loop (cdr parts) (cdr kept)))
            (absolute? (loop (cdr parts) kept))
            (else (loop (cdr parts) (cons ".." kept)))))))

(define (%path absolute? names)
  (let ((text (string-join names "/")))
    (cond (absolute? (string-append "/" text))
          ((string=? text "") ".")
          (else text))))
