;; Paths as strings: laws for all paths of a few parts, and what is written of single ones.
(import (scheme base) (mound path) (srfi 64))
(test-begin "paths")

;; All paths of up to four of these, after each beginning, with each end.
(define words '("a" "b.txt" ".." "." ".c"))
(define (lists-of n)
  (if (= n 0)
      '(())
      (apply append (map (lambda (rest) (map (lambda (word) (cons word rest)) words)) (lists-of (- n 1))))))
(define (joined parts slash)
  (cond ((null? parts) "") ((null? (cdr parts)) (car parts))
        (else (string-append (car parts) slash (joined (cdr parts) slash)))))
(define all-parts (append (lists-of 0) (lists-of 1) (lists-of 2) (lists-of 3)))
(define (check name law)
  (let loop ((rest all-parts) (wrong '()))
    (if (null? rest)
        (test-equal (list name '()) (list name wrong))
        (loop (cdr rest) (if (law (car rest)) wrong (cons (car rest) wrong))))))

(define (last list) (if (null? (cdr list)) (car list) (last (cdr list))))
(define (but-last list) (reverse (cdr (reverse list))))
;; The parts without . and name/.., as a walk from the root or from here.
(define (walked parts absolute?)
  (let loop ((rest parts) (kept '()))
    (cond ((null? rest) (reverse kept))
          ((string=? (car rest) ".") (loop (cdr rest) kept))
          ((not (string=? (car rest) "..")) (loop (cdr rest) (cons (car rest) kept)))
          ((and (pair? kept) (not (string=? (car kept) ".."))) (loop (cdr rest) (cdr kept)))
          (absolute? (loop (cdr rest) kept))
          (else (loop (cdr rest) (cons ".." kept))))))

(check 'parts
  (lambda (parts)
    (and (equal? parts (path-parts (joined parts "/")))
         (equal? parts (path-parts (string-append (joined parts "//") (if (null? parts) "" "/"))))
         (equal? (cons "/" parts) (path-parts (string-append "/" (joined parts "/")))))))
(check 'absolute
  (lambda (parts)
    (and (not (path-absolute? (joined parts "/"))) (path-absolute? (string-append "/" (joined parts "/"))))))
(check 'normal
  (lambda (parts)
    (let ((relative (joined (walked parts #f) "/")))
      (and (equal? (path-normalize (joined parts "/")) (if (string=? relative "") "." relative))
           (equal? (path-normalize (string-append "//" (joined parts "//") "/"))
                   (string-append "/" (joined (walked parts #t) "/")))
           ;; What is normal stays.
           (let ((normal (path-normalize (joined parts "/")))) (equal? normal (path-normalize normal)))))))
(check 'name-and-directory
  (lambda (parts)
    (or (null? parts)
        (let ((path (joined parts "/")) (before (joined (but-last parts) "/")))
          (and (equal? (last parts) (path-name path) )
               (equal? (last parts) (path-name (string-append path "/")))
               (equal? (if (string=? before "") "." before) (path-directory path))
               (equal? (string-append "/" before) (path-directory (string-append "/" path)))
               ;; Together they are the path again.
               (equal? path (if (string=? before "") (path-name path) (path-join (path-directory path) (path-name path)))))))))
(check 'join
  (lambda (parts)
    (or (null? parts)
        (and (equal? (joined parts "/") (apply path-join parts))
             (equal? (joined parts "/") (apply path-join "" parts))
             (equal? (string-append "/" (joined parts "/")) (apply path-join "/" parts))
             ;; An absolute part replaces what is before it; nothing adds nothing.
             (equal? (string-append "/" (joined parts "/")) (path-join "x/y" (string-append "/" (joined parts "/"))))
             (equal? (joined parts "/") (path-join (joined parts "/") ""))))))
(check 'extension
  (lambda (parts)
    (or (null? parts)
        (let* ((path (joined parts "/")) (name (path-name path)) (extension (path-extension path)))
          (and (equal? name (if extension (string-append (path-stem path) "." extension) (path-stem path)))
               (equal? extension (and (string=? name "b.txt") "txt"))
               (or (not extension)
                   (and (equal? path (path-with-extension path extension))
                        (equal? (path-name (path-with-extension path "out")) "b.out")
                        (equal? (path-directory (path-with-extension path "out")) (path-directory path))
                        (equal? (path-name (path-with-extension path #f)) "b"))))))))

(test-equal '("/" "/" "/" "") (list (path-directory "/") (path-directory "/a") (path-directory "/a/") (path-name "/")))
(test-equal '("a//b" "a" "a") (list (path-directory "a//b/c") (path-directory "a//b") (path-directory "a/b//")))
(test-equal '("gz" "a.tar" #f ".profile" #f "..." "") (list (path-extension "x/a.tar.gz") (path-stem "x/a.tar.gz") (path-extension ".profile")
                                            (path-stem ".profile") (path-extension "a.b/c") (path-stem "....") (path-extension "a.")))
(test-equal '("/x/a.out" "a" "/a.b/c.d" "x.d/") (list (path-with-extension "/x/a.scm" "out") (path-with-extension "a.scm" #f)
                                           (path-with-extension "/a.b/c" "d") (string-append (path-with-extension "x.c/" "d") "/")))
(test-equal '("." "/" "." "/a" "../..") (map path-normalize '("" "/.." "a/.." "/../../a" "../a/../..")))
(for-each
 (lambda (procedure) (for-each (lambda (wrong) (test-error 'type (procedure wrong))) '(5 #\a a #f)))
 (list path-absolute? path-parts path-name path-directory path-extension path-stem path-normalize
       (lambda (x) (path-join "a" x)) (lambda (x) (path-with-extension x "b"))))
(test-end)
