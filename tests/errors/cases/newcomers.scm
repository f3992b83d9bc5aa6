;;; Mistakes of newcomers, those who come from other languages among them: many
;;; at one prompt, so that they are quick. A line that begins with two semicolons
;;; says what the form below it means to whoever writes it.

;;; case mistakes of those who know Common Lisp
;;; input repl
;; a function
(defun square (x) (* x x))
;; a global variable
(defvar *count* 0)
;; the same
(defparameter *limit* 10)
;; an assignment
(setq x 5)
;; an assignment of a place
(setf x 5)
;; the empty list as false
(if nil 1 2)
;; truth
(if t 1 2)
;; a call of a function in a variable
(funcall car '(1 2))
;; a function by its name
(map #'car '((1) (2)))
;; a mapping over a list
(mapcar car '((1) (2)))
;; several values at once
(multiple-value-bind (q r) (floor/ 7 2) (list q r))
;; a sequence of forms
(progn 1 2)
;; a local function
(flet ((f (x) x)) (f 1))
;; local functions
(labels ((f (x) x)) (f 1))
;; output
(format t "~a~%" 5)
;; the rest
(rest '(1 2))
;; the element with a number
(nth 1 '(1 2))
;; an increment
(incf x)
;; an element pushed
(push 1 x)
;; a loop
(loop for i from 1 to 3 collect i)
;; a loop over a list
(dolist (x '(1 2)) (display x))
;; a counted loop
(dotimes (i 3) (display i))
;; a structure
(defstruct point x y)
;; a macro
(defmacro twice (x) `(begin ,x ,x))
;; a hash table
(gethash 'a 5)
;; equality
(eql 1 1)
;; a test for a pair
(consp '(1))
;; a test for no pair
(atom 1)
;; a test for the empty list
(null '())
;; concatenation
(concatenate 'string "a" "b")
;; an error
(handler-case (car 5) (error (e) 1))
;; cleaning up
(unwind-protect 1 2)
;; an early return
(return-from f 1)
;; a keyword
(list :a 1)

;;; case mistakes of those who know Clojure
;;; input repl
;; a definition
(def x 5)
;; a function
(defn square [x] (* x x))
;; a function without a name
(fn [x] x)
;; a short function
(map #(* % 2) '(1 2))
;; bindings
(let [x 1 y 2] (+ x y))
;; a vector
[1 2 3]
;; a map
{:a 1}
;; a keyword as a function
(:a x)
;; the value of nothing
nil
;; truth
true
;; falsehood
false
;; output
(println "hello")
;; text of several parts
(str "a" 1)
;; the empty test
(empty? '())
;; counting
(count '(1 2))
;; one more
(inc 1)
;; one less
(dec 1)
;; an element added
(conj '(1) 2)
;; a lookup
(get x :a)
;; a change of a map
(assoc x :a 1)
;; a library
(require '[clojure.string :as s])
;; a namespace
(ns my.app)
;; a threading macro
(-> 1 (+ 2))
;; a loop
(loop [i 0] (recur 1))
;; a test that fails
(if-not #f 1)
;; an exception
(try (car 5) (catch e 1))
;; an exception thrown
(throw 5)
;; state
(atom 0)
;; a change of state
(swap! x + 1)
;; its value
@x
;; a test for nothing
(nil? 5)
;; a test for equality
(not= 1 2)
;; some numbers
(range 3)
;; a few of them
(take 2 '(1 2 3))

;;; case mistakes of those who know Erlang and Elixir
;;; input repl
;; a message
(spawn! car)
;; a receive
(receive ((x) x))
;; a receive with a timeout in milliseconds at the end
(recv (x x) (after 0))
;; the name of a process
(register 'me (self))
;; a message to a name
(! 'me 5)
;; a message to an unknown name
(! nobody 5)
;; what is not a pid
(! 5 'hello)
;; the arguments in another order
(! 'hello (self))
;; a pid as it is printed
#<process 5>
;; a process with a module, function and arguments
(spawn car '(5))
;; a process of a call
(spawn (car '(5)))
;; a link to what is no process
(spawn-link 5)
;; a linked process
(link (self))
;; the end of a process
(kill (self))
;; the node
(node)
;; a tuple
{ok, 5}
;; an atom
:ok
;; a module
(defmodule shop)
;; a function
(def total (x) x)
;; a call of a module
(io:format "hello~n")
;; output
(IO.puts "hello")
;; a generic server
(gen-server:call (self) 'x)
;; a call of a generic server
(GenServer.call (self) 'x)
;; a case with arrows
(case 5 (5 -> 'five))
;; a fun
(fun (x) x)
;; the number of a timeout
(? 'soon)
;; a table
(ets:new 'table '())
;; a sleep
(sleep 1)
;; a time without messages
(timer:sleep 1)
;; a task
(async (+ 1 2))
;; the answer of a task
(await 5)

;;; case mistakes of those who know Python and JavaScript
;;; input repl
;; output
(print "hello")
;; the empty value
None
;; truth
True
;; falsehood
False
;; the empty value
null
;; what is not defined
undefined
;; the end
exit
;; the end
(quit)
;; help
help
;; help about something
(help car)
;; a definition
(def f (x) x)
;; an assignment
x = 5
;; an assignment by the word
(var x 5)
;; a constant
(const x 5)
;; a local variable
(let x 5)
;; a function
(function f (x) x)
;; a call with brackets behind
print("hello")
;; infix
(1 + 2)
;; a comparison
(x == 5)
;; equality
(== 1 1)
;; the same
(=== 1 1)
;; inequality
(!= 1 2)
;; a remainder
(% 7 2)
;; a power
(** 2 3)
;; a conjunction
(&& #t #f)
;; a disjunction
(|| #t #f)
;; negation
(! #t)
;; the length
(len "abc")
;; a text in single quotes
(display 'hello world')
;; text put together
(+ "a" "b")
;; text and a number
(string-append "a" 1)
;; a return
(define (f x) (return x))
(f 1)
;; a loop
(while #t 1)
;; a loop over things
(for x in '(1 2) (display x))
;; a condition with else
(if #f 1 else 2)
;; an else if
(cond (#f 1) (elif #t 2))
;; an element
(vector-ref (vector 1 2) -1)
;; an element in brackets
(list 1 2)[0]
;; a method
("abc".length)
;; a comment
(+ 1 2) # one and two
;; a comment with slashes
(+ 1 2) // one and two
;; an exception
(raise ValueError)
;; a try
(try (car 5) (except 1))
;; an exception thrown
(throw "bad")
;; an import
(import sys)
;; an import of a library with a dot
(import (sys.path))
;; an import from
(from os import path)
;; a class
(class Point (x y))
;; an input
(input "name? ")
;; a range
(range 3)
;; a conversion
(int "5")
;; a text of a number
(str 5)

;;; case mistakes of those who know other Schemes and Racket
;;; input repl
;; a text of several parts
(printf "~a\n" 5)
;; a formatted text
(format "~a" 5)
;; a check
(displayln 5)
;; a structure
(struct point (x y))
;; the same
(define-struct point (x y))
;; a language
#lang racket
;; a library
(require racket/list)
;; a module
(module m racket 1)
;; what is given
(provide f)
;; an extension
(use-modules (srfi srfi-1))
;; the same
(use srfi-1)
;; a macro
(define-syntax-rule (twice x) (begin x x))
;; an old macro
(define-macro (twice x) `(begin ,x ,x))
;; a hash
(make-hash)
;; a lookup
(hash-ref 5 'a)
;; one more
(add1 5)
;; one less
(sub1 5)
;; an increment
(1+ 5)
;; a decrement
(-1+ 5)
;; a loop
(for ((i 3)) (display i))
;; a list made by a loop
(for/list ((i 3)) i)
;; a fold in another order
(foldl + 0 '(1 2))
;; a text in a list
(string-split "a b" " ")
;; joined
(string-join '("a" "b") " ")
;; a text within another
(string-contains "abc" "b")
;; an assertion
(assert (= 1 2))
;; a value by name
(let/cc k (k 1))
;; an error with a name in front
(error 'f "is bad" 5)
;; an anonymous procedure
(λ (x) x)
;; a box
(box 5)
;; a directory
(current-directory)
;; a random number
(random 10)
;; a thread
(thread (lambda () 1))
;; a parameter
(parameterize ((x 5)) x)
;; a keyword argument
(sort '(2 1) #:key car)

;;; case mistakes of those who know no Lisp yet
;;; input repl
;; a call without its procedure
(5 3)
;; an operator in the middle
(3 > 2)
;; brackets around a value
(define y (5))
;; a list that is not quoted
(1 2 3)
;; a list of words that is not quoted
(define fruits (apple pear))
;; a quoted call
(+ 1 '(* 2 3))
;; a quoted number list as arguments
(+ '(1 2))
;; an if without brackets
if (> 1 2) 1 2
;; an if with too many parts
(if (> 1 2) (display "a") (display "b") (display "c"))
;; a let with one pair of brackets
(let (x 5) x)
;; a let with a binding that has no value
(let ((x)) x)
;; a let whose second needs the first
(let ((a 1) (b a)) b)
;; a definition without a body
(define (f x))
;; a definition of two names
(define a b 5)
;; a definition that lacks brackets
(define f (x) (* x 2))
;; an assignment before the definition
(set! total 5)
;; a condition without double brackets
(cond #t 5)
;; an else that is not last
(cond (else 1) (#f 2))
;; a lambda with a bare parameter list
(lambda x y (+ x y))
;; a string and a symbol
(string-length 'abc)
;; a number as text
(string->number 5)
;; a list index
(vector-ref '(1 2) 0)
;; an element behind the end
(list-ref '(1 2) 2)
;; the first of nothing
(car '())
;; the rest of nothing
(cdr '())
;; the second of one
(cadr '(1))
;; a division by zero
(/ 5 0)
;; a comparison of texts
(= "a" "a")
;; a sum of a list
(apply + 1 2)
;; a map over a vector
(map car #((1) (2)))
;; a procedure of the wrong number of arguments
(map (lambda (x y) x) '(1 2))
;; a missing argument
(substring "abc")
;; a string that has no end
(display "abc)

;;; case more mistakes of those who know Python
;;; input repl
;; a variable of the environment
(os.getenv "HOME")
;; a command of the shell
(system "ls")
;; the time
(time.time)
;; the kind of a value
(type 5)
;; a question about the kind of a value
(isinstance 5 'integer)
;; two lists as one
(extend '(1 2) '(3))
;; the next round of a loop
(let loop ((i 0)) (if (< i 3) (continue)))
;; an error
(raise (Exception "no"))
;; commas between elements
(list 1, 2, 3)
;; a text by an equals sign
(= "a" "a")
;; an order of texts
(< "a" "b")
;; a text and a number
(+ "1" 2)
;; the sum of a list
(+ '(1 2 3))
;; the largest of a list
(max (list 1 2 3))
;; an element of a list
(vector-ref '(1 2 3) 0)
;; an element of a table
(define ages (list (cons 'ann 30)))
(ages 'ann)
;; a character of a text
("hello" 0)
;; a variable in parentheses
(define age 5)
(age)
;; what a search finds
(cdr (assq 'ben ages))
;; more elements than there are
(car (cdr '(1)))
;; output as a value
(+ 1 (display 2))
;; several values
(define-values a b (values 1 2))

;;; case more mistakes of those who know Erlang and Elixir
;;; input repl
;; the first element
(hd '(1 2))
;; the rest
(tl '(1 2))
;; a function over a list
(lists:map car '((1)))
;; the same in Elixir
(Enum.map car '((1)))
;; each element
(lists:foreach display '(1 2))
;; a map
(maps:get 'a 1)
;; an atom as a text
(atom_to_list 'a)
;; a command of the shell
(os:cmd "ls")
;; the time
(erlang:now)
;; a clause with an arrow
(recv (x -> x) (after 0 -> 'none))
;; a property list
(assq 'a '(a b))
;; an atom where a text is wanted
(string-length 'abc)
;; a text where an atom is wanted
(symbol->string "abc")

;;; case more mistakes of those who know Racket and other Schemes
;;; input repl
;; a sum over a list
(for/sum ((x '(1 2))) x)
;; a fold over a list
(for/fold ((sum 0)) ((x '(1 2))) (+ sum x))
;; the time
(current-milliseconds)
;; the keys of a table
(hash-keys 5)
;; the text in a file
(file->string "x.txt")
;; a table by identity
(make-hasheq)
;; an association list of Guile
(assoc-ref '((a . 1)) 'a)
;; the same variable of the environment
(getenv "HOME")
;; a macro with parameters
(define-syntax (twice x) x)
;; a key that is missing
(import (srfi 69))
(define table (make-hash-table))
(hash-table-ref table 'a)
;; several values
(let-values ((a b) (values 1 2)) a)
;; a handler without its clauses
(guard e (raise 1))
;; a binding that needs the one before it
(let ((x 5) (y (+ x 1))) y)
;; a local procedure that calls itself
(let ((f (lambda (n) (if (= n 0) 1 (f (- n 1)))))) (f 3))
;; the order first
(import (scheme sort))
(sort < '(3 1 2))
;; a procedure last
(string-for-each "abc" display)
;; a letter in double quotation marks
(char-upcase "a")
;; a code of a letter
(char->integer "a")
;; a letter where a text is wanted
(string-append "a" #\b)
;; a symbol where a text is wanted
(string-append "a" 'b)
;; a text of one letter
(string-upcase #\a)
;; a text filled up
(string-pad-left "7" 3)

;;; case more mistakes of those who know Clojure
;;; input repl
;; each element
(doseq (x '(1 2)) x)
;; the next round of a loop
(recur 1)
;; the text in a file
(slurp "x.txt")
;; a text into a file
(spit "x.txt" "text")
;; two lists as one
(concat '(1) '(2))
;; the keys of a map
(keys 5)
;; the values of a map
(vals 5)
;; a map
(hash-map 'a 1)
;; a test with a name
(if-let (x 5) x)
;; the same
(when-let (x 5) x)
;; an element at the end
(vector-push! (vector 1) 2)
