;;; A picture of the Mandelbrot set, computed by a farm of workers; the program that
;;; the paper on pony (2006) measured, in its two modes.
;;;
;;;   mound run examples/mandelbrot-farm.scm
;;;   mound run examples/mandelbrot-farm.scm FILE.pgm        writes a large picture
;;;   mound run --listen 127.0.0.1:3000 examples/mandelbrot-farm.scm FILE.pgm 127.0.0.1:3001 ...
;;;
;;; In shared mode all workers claim the ends of one bundle for work and of one for
;;; results. In multiplexing mode each worker makes a bundle of its own and sends the
;;; server end to the master, which has a process for each.

(import (scheme base) (scheme file) (scheme process-context) (scheme write)
        (termite process) (pony))

;; A row of the picture: its number, and the width and height of all.
(define-protocol rows (row integer integer integer) (enough))
(define-protocol results (seq integer (counted byte)))
(define-channel-type work-line (row ! rows))
(define-channel-type result-line (row ? results))
(define-channel-type own-line (work ! rows) (result ? results))
(define-protocol greetings (server own-line))
(define-channel-type hello (worker ? greetings))

(define iterations 40)

;; Rounds until a point leaves the circle of radius 2.
(define (rounds re im)
  (let loop ((n 0) (x 0.0) (y 0.0))
    (if (or (= n iterations) (> (+ (* x x) (* y y)) 4.0))
        n
        (loop (+ n 1) (+ re (- (* x x) (* y y))) (+ im (* 2.0 x y))))))

(define (compute row width height)
  (let ((line (make-bytevector width 0)))
    (do ((column 0 (+ column 1))) ((= column width) line)
      (bytevector-u8-set! line column
        (rounds (- (* 3.0 (/ column width)) 2.25)
                (- (* 2.4 (/ row height)) 1.2))))))

;;; Shared mode.

(define (shared-worker net)
  (let ((work (pony-alloc-shared-client net "work" work-line))
        (results (pony-alloc-shared-client net "results" result-line)))
    (let loop ()
      (let ((line (with-claim work
                    (case-in (work row)
                      ((row n width height) (list n width height))
                      ((enough) #f)))))
        (if line
            (let ((computed (apply compute line)))
              (with-claim results (out! (results row) (car line) computed))
              (loop)))))))

(define (hand-out end workers width height)
  (do ((n 0 (+ n 1))) ((= n height)) (out! (end row) 'row n width height))
  (do ((n 0 (+ n 1))) ((= n workers)) (out! (end row) 'enough)))

(define (shared-mode net start workers width height)
  (let ((work (pony-alloc-server net "work" work-line 'shared))
        (results (pony-alloc-server net "results" result-line 'shared)))
    (do ((n 0 (+ n 1))) ((= n workers)) (start shared-worker))
    ;; Until each worker has been told that it is enough, also one that comes
    ;; when all rows are computed: it cannot come after the shutdown.
    (forking
      (fork (hand-out work workers width height))
      (collect results height))))

(define (collect results height)
  (let ((picture (make-vector height)))
    (do ((left height (- left 1))) ((= left 0) picture)
      (let-values (((row line) (in (results row))))
        (vector-set! picture row line)))))

;;; Multiplexing mode.

(define (own-worker net)
  (let ((hello (pony-alloc-shared-client net "hello" hello)))
    (let-values (((client server) (make-ends own-line)))
      (with-claim hello (out! (hello worker) server))
      (let loop ()
        (case-in (client work)
          ((row n width height)
           (out! (client result) n (compute n width height))
           (loop))
          ((enough) #f))))))

;; Gives one worker rows until there are none.
(define (handler worker rows results)
  (let loop ()
    (let ((line (with-claim rows
                  (case-in (rows row)
                    ((row n width height) (list n width height))
                    ((enough) #f)))))
      (cond (line
             (out! (worker work) 'row (car line) (cadr line) (list-ref line 2))
             (let-values (((n computed) (in (worker result))))
               (with-claim results (out! (results row) n computed)))
             (loop))
            (else (out! (worker work) 'enough))))))

(define (own-mode net start workers width height)
  (let ((hello (pony-alloc-server net "hello" hello 'shared)))
    (let-values (((row-client row-server)
                  (make-ends work-line 'shared 'unshared))
                 ((result-client result-server)
                  (make-ends/any2one result-line)))
      (do ((n 0 (+ n 1))) ((= n workers)) (start own-worker))
      (forking
        (fork (hand-out row-server workers width height))
        (do ((n 0 (+ n 1))) ((= n workers))
          (fork (handler (in (hello worker)) row-client result-client)))
        (collect result-server height)))))

;;; The application.

(define (run application mode nodes width height)
  (let ((net (pony-startup application 'master))
        (ans (if (null? nodes) "" (current-node)))
        (workers (max 2 (length nodes)))
        (turn 0))
    (define (start worker)
      (let ((run (lambda ()
                   (let ((net (pony-startup application 'slave 'ans ans)))
                     (worker net)
                     (pony-shutdown! net)))))
        (set! turn (+ turn 1))
        (if (null? nodes)
            (spawn run)
            (remote-spawn (list-ref nodes (modulo turn (length nodes))) run))))
    (let ((picture (mode net start workers width height)))
      (pony-shutdown! net)
      picture)))

(define shades " .:-=+*#%@")

(define (show picture)
  (vector-for-each
   (lambda (line)
     (do ((column 0 (+ column 1))) ((= column (bytevector-length line)))
       (write-char (string-ref shades
                               (quotient (* 9 (bytevector-u8-ref line column))
                                         iterations))))
     (newline))
   picture))

(define (write-picture file picture)
  (call-with-port (open-binary-output-file file)
    (lambda (port)
      (write-bytevector
       (string->utf8
        (string-append "P5 "
                       (number->string
                        (bytevector-length (vector-ref picture 0)))
                       " " (number->string (vector-length picture))
                       " " (number->string iterations) "\n"))
       port)
      (vector-for-each (lambda (line) (write-bytevector line port)) picture))))

(define (main . arguments)
  (let* ((file (and (pair? arguments) (car arguments)))
         (nodes (if (pair? arguments) (cdr arguments) '()))
         (width (if file 640 64))
         (height (if file 480 24)))
    (ans-start)
    (let ((shared (run "shared" shared-mode nodes width height))
          (own (run "multiplexing" own-mode nodes width height)))
      (if file (write-picture file own) (show own))
      (display (if (equal? shared own)
                   "both modes compute the same picture\n"
                   "the modes compute different pictures\n")))))

(apply main (cdr (command-line)))
