;;; Draws the picture of the README: a computation that moves, as it happened.
;;; From the directory of the project:
;;;
;;;   mound run --seed 1 --nodes 2 docs/pictures/moving-computation.scm \
;;;     docs/pictures/moving-computation.svg
;;;
;;; The computation is that of the README. Each call and each result is noted
;;; where it happens, with the node on which it happens; what was noted travels
;;; with the computation. The first node draws.

(import (scheme file) (termite))

(define file (list-ref (command-line) 1))
(define here (list-ref (command-line) 2))
(define there (list-ref (command-line) 3))

;; What was noted is a list of (what n node), the latest first.
(define (note what n) (list what n (current-node)))

;; The value, and what was noted up to there.
(define (squares n there log)
  (if (= n 0)
      (values '() (cons (note 'result n) (cons (note 'call n) log)))
      (let ((log (cons (note 'call n) log)))
        (if (= n 2) (migrate-task there))
        (let* ((square (* n n))
               (moved (if (= n 2) (cons (note 'moved n) log) log))
               (log (cons (note 'square n) moved)))
          (let-values (((rest log) (squares (- n 1) there log)))
            (values (cons (list square (current-node)) rest)
                    (cons (note 'result n) log)))))))

;;; The picture.

(define row-height 30)
(define box-width 190)
(define top 76)
(define (column node) (if (equal? node here) 30 400))
(define (put . parts) (for-each display parts) (newline))

(define (text x y style . parts)
  (put "<text x=\"" x "\" y=\"" y "\" class=\"" style "\">"
       (apply string-append parts) "</text>"))

(define (call n) (string-append "(squares " (number->string n) ")"))

;; The calls that wait at an event are as wide as they are deep.
(define (depth n) (- 4 n))

(define (box event row)
  (let* ((what (car event))
         (n (cadr event))
         (node (caddr event))
         (x (+ (column node) (* 14 (depth n))))
         (y (+ top (* row-height row))))
    (put "<rect x=\"" x "\" y=\"" y "\" width=\"" box-width
         "\" height=\"22\" rx=\"4\" class=\"" what "\"/>")
    (text (+ x 8) (+ y 15) "code"
          (call n)
          (if (eq? what 'result) " returns" ""))))

;; What is computed stands behind what was drawn last.
(define (square event row)
  (let ((n (cadr event)) (node (caddr event)))
    (text (+ (column node) (* 14 (depth n)) (if (= n 2) 130 100))
          (+ top (* row-height row) 15)
          "code"
          (number->string n) "&#178; = " (number->string (* n n)))))

;; The move is an arrow from the box above it to the other column.
(define (arrow event row)
  (let ((y (+ top (* row-height row) 11))
        (from (+ (column here) (* 14 (depth 2)) 60))
        (to (+ (column there) -14)))
    (put "<path d=\"M " from " " (- y 19) " V " y " H " to
         "\" class=\"move\" marker-end=\"url(#head)\"/>")
    (text (+ from 10)
          (- y 6)
          "note"
          "(migrate-task there): three calls move,")
    (text (+ from 10)
          (+ y 16)
          "note"
          "and the code that is lacking there")
    (text (+ to 20) (+ y 4) "code" "(squares 2) goes on")))

(define (draw events)
  (let* ((height (+ top (* row-height (- (length events) 4)) 24))
         (line (lambda (x)
                 (put "<line x1=\"" x "\" y1=\"56\" x2=\"" x "\" y2=\""
                      (- height 12) "\" class=\"lane\"/>"))))
    (put "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"760\" height=\""
         height "\" viewBox=\"0 0 760 " height "\">")
    (put "<style>"
         "text{font:13px sans-serif;fill:#24292f}.code{font:12px monospace}"
         ".note{font:12px sans-serif;fill:#57606a}.head{font-weight:bold}"
         ".call{fill:#ddf4ff;stroke:#54aeff}.result{fill:#dafbe1;stroke:#4ac26b}"
         ".lane{stroke:#d0d7de}.move{fill:none;stroke:#cf222e;stroke-width:2}"
         "</style>")
    (put "<defs><marker id=\"head\" markerWidth=\"8\" markerHeight=\"8\" refX=\"6\""
         " refY=\"3\" orient=\"auto\"><path d=\"M0 0 L6 3 L0 6 z\" fill=\"#cf222e\"/>"
         "</marker></defs>")
    (put "<rect width=\"760\" height=\"" height "\" fill=\"#ffffff\"/>")
    (text 20
          24
          "head"
          "(squares 4 there), which moves in the middle of its work")
    (text 30 48 "head" "here: " here)
    (text 400 48 "head" "there: " there)
    (line 20)
    (line 386)
    (let loop ((events events) (row -1))
      (if (pair? events)
          (let* ((event (car events))
                 (what (car event))
                 (row (if (eq? what 'square) row (+ row 1))))
            ((case what ((moved) arrow) ((square) square) (else box)) event row)
            (loop (cdr events) row))))
    (put "</svg>")))

(if (equal? (current-node) here)
    (let ((me (self)))
      (spawn (lambda ()
               (let-values (((results log) (squares 4 there '())))
                 (! me (list results log)))))
      (let ((log (cadr (? 30))))
        (with-output-to-file file (lambda () (draw (reverse log))))))
    (? 3600 'ended))
