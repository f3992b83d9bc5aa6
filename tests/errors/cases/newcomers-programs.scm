;;; Mistakes of newcomers that take a program, or some lines at a prompt, of their
;;; own. Those of one line are in newcomers.scm.

;;; case a call of Elixir with a pipe
;;; input repl
(|> 5 list)

;;; case an end with a text
;;; input repl
(exit "bad")

;;; case a program of Common Lisp
(defun greet (name)
  (format t "hello ~a~%" name))
(greet "world")

;;; case a program of Clojure
(defn greet (name)
  (println "hello" name))
(greet "world")

;;; case a program of Python
def greet(name):
    print("hello " + name)
greet("world")

;;; case a program of JavaScript
function greet(name) {
  console.log("hello " + name);
}

;;; case a program of Racket
#lang racket
(displayln "hello")

;;; case a program of Guile
(use-modules (srfi srfi-1))
(display (fold + 0 '(1 2 3)))

;;; case a program of Erlang
-module(hello).
-export([start/0]).
start() -> io:format("hello~n").

;;; case a loop of another language
(define (count n)
  (while (< n 10)
    (set! i (+ i 1))))
(count 0)

;;; case a program that imports one library only
(import (scheme base))
(display "hello")

;;; case a program that imports nothing of processes
(import (scheme base))
(define p (spawn (lambda () 1)))

;;; case a name that is told of before it is used
(import (scheme base) (scheme write))
(display "begins")
(newline)
(define (greet name) (dispaly name))
(greet "world")

;;; case a word of another language that the program defines
(import (scheme base) (scheme write))
(define (while test body) (list test body))
(define (use x) (while x 'once))
(write (use 1))
(newline)

;;; case a value where a procedure is wanted
(import (scheme base) (scheme write))
(define total 5)
(display (total))

;;; case a misspelt library
(import (scheme bsae))

;;; case a library of another system
(import (srfi srfi-1))

;;; case a quotation mark too many
(display "hello"")

;;; case a text over two lines that was not meant
(display "hello)
(newline)
(display "world")

;;; case a closing bracket too few in the first of three definitions
(define (f x)
  (+ x 1)
(define (g x)
  (* x 2))
(display (g (f 1)))

;;; case what an error says, as in MIT Scheme, Guile and Racket
;;; input repl
(guard (e (#t (condition/report-string e))) (car 5))
(guard (e (#t (exn-message e))) (car 5))

;;; case data that are not quoted
(import (scheme base) (scheme write))
(display (1 2 3))

;;; case a quotation mark as in other languages
(display 'hello')

;;; case words between the parts of a choice
(import (scheme base) (scheme write))
(if (> 1 0) then (display "yes") else (display "no"))

;;; case several expressions in a choice
(import (scheme base) (scheme write))
(if (> 1 0) (display "a") (display "b") (display "c"))

;;; case an equals sign in a definition
(import (scheme base))
(define x = 5)

;;; case bindings that are not closed
(import (scheme base) (scheme write))
(let ((x 1) (y 2)
  (display (+ x y))))

;;; case a default value of an argument
(import (scheme base))
(define (f (x 1)) x)

;;; case an optional argument as in MIT Scheme
(import (scheme base))
(define (f x #!optional y) y)

;;; case a comment as in a shell
(import (scheme base))
# prints

;;; case an import without the inner brackets
(import scheme base)

;;; case a file that is imported
(import "helpers.scm")

;;; case a library of R6RS
(import (rnrs))

;;; case a library of Chez Scheme
(import (chezscheme))

;;; case a module of Guile with the name of a macro
(import (scheme base) (mound match))
(use-modules (ice-9 match))

;;; case a call that is to be made later
(import (termite))
(define (work n) n)
(define worker (spawn (work 5)))

;;; case two objects to be displayed
(import (scheme base) (scheme write))
(define (area r) (* 3 r r))
(display "area: " (area 2))

;;; case a question that nobody answers
(import (termite))
(define silent (spawn (lambda () (?) (?))))
(!? silent 'hello 0.01)

;;; case an old name
(import (scheme base) (scheme write))
(display (exact->inexact 1/4))

;;; case a number where a text is wanted
(import (scheme base) (scheme write))
(define n 5)
(display (string-append "n: " n))

;;; case a text where a number is wanted
(import (scheme base) (scheme write))
(display (+ "1" 2))

;;; case a text where a power is wanted
(import (scheme base) (scheme write))
(display (expt "2" 3))

;;; case the length of a text
(import (scheme base) (scheme write))
(display (length "abc"))

;;; case the first letter of a text
(import (scheme base) (scheme write))
(display (car "abc"))

;;; case a text backwards
(import (scheme base) (scheme write))
(define text "abc")
(display (reverse text))

;;; case the rest of a vector
(import (scheme base) (scheme write))
(display (cdr (vector 1 2)))

;;; case a list before the procedure
(import (scheme base) (scheme write))
(display (map '(1 2 3) (lambda (x) x)))

;;; case a vector before the procedure
(import (scheme base) (scheme write))
(display (vector-map #(1 2) (lambda (x) x)))

;;; case a list before the order
(import (scheme base) (scheme write) (srfi 132))
(display (list-sort '(3 1 2) <))

;;; case elements that are in no list
(import (scheme base) (scheme write))
(for-each display 1 2 3)

;;; case arguments that are in no list
(import (scheme base) (scheme write))
(display (apply + 1 2 3))

;;; case a message to oneself
(import (termite))
(! self 'x)

;;; case a message to a name
(import (termite))
(! 'logger "text")

;;; case a node that is not quoted
(import (termite))
(remote-spawn localhost:3001 (lambda () 1))

;;; case output that is written too early
(import (scheme base) (scheme file) (scheme write))
(with-output-to-file "x" (display 1))

;;; case a thunk that is called too early
(import (scheme base) (scheme write))
(dynamic-wind (display 1) (display 2) (display 3))

;;; case a continuation for the value of a call
(import (scheme base) (scheme write))
(call/cc (display 1))

;;; case a file where a port is wanted
(import (scheme base) (scheme write))
(display (read-line "file.txt"))

;;; case an element as a call
(import (scheme base) (scheme write))
(define items (list 1 2 3))
(display (items 0))

;;; case an element of a table as a call
(import (scheme base) (scheme write) (srfi 69))
(define ages (alist->hash-table '((ann . 5))))
(display (ages 'ann))

;;; case a variable with the name of a procedure
(import (scheme base) (scheme write))
(let ((list '(1 2)))
  (display (list 3 4)))

;;; case an assignment as in other languages
(import (scheme base) (scheme write))
(define x 5)
(x = 6)

;;; case an operator between a variable and a number
(import (scheme base) (scheme write))
(define x 5)
(display (x + 1))

;;; case an assignment with an operator between
(import (scheme base) (scheme write))
(define x 1)
(set! x + 1)

;;; case an assignment with a sign
(import (scheme base) (scheme write))
(define x 1)
(set! x = 1)

;;; case quoted data of a case
(import (scheme base) (scheme write))
(define x 'a)
(display (case x ('a 1) ('b 2) (else 3)))

;;; case a clause of guard without a test
(import (scheme base) (scheme write))
(guard (e (display e)) (raise 'x))

;;; case a record without its fields
(import (scheme base))
(define-record-type point (make-point x y) point?)

;;; case a field with a point
(import (scheme base) (scheme write))
(define-record-type point (make-point x y) point? (x point-x) (y point-y))
(define p (make-point 1 2))
(display p.x)

;;; case a modifier that the record has not
(import (scheme base) (scheme write))
(define-record-type point (make-point x y) point? (x point-x) (y point-y))
(define p (make-point 1 2))
(set-point-x! p 5)

;;; case a name in capital letters
(import (scheme base) (scheme write))
(define count 1)
(display Count)

;;; case several values as a list
(import (scheme base) (scheme write))
(define-values (a b) (list 1 2))

;;; case parameters that are in no list
(import (scheme base) (scheme write))
(define add (lambda x y (+ x y)))
(display (add 1 2))

;;; case a symbol in a message that is not quoted
(import (scheme base) (termite process))
(define worker (spawn (lambda () (recv ('stop 'done)))))
(! worker stop)

;;; case a sender that no message tells
(import (scheme base) (termite process))
(define worker (spawn (lambda () (recv ('ping (! sender 'pong))))))
(! worker 'ping)
(wait-for worker)

;;; case a pid in a message that is a procedure
(import (scheme base) (termite process))
(define worker (spawn (lambda () (recv (('ping from) (! from 'pong))))))
(! worker (list 'ping self))
(wait-for worker)

;;; case a call without its parentheses
(import (scheme base) (scheme write))
(define (factorial n) (if (= n 0) 1 (* n factorial (- n 1))))
(display (factorial 5))
