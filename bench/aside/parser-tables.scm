;;; A generator of LR(1) parsers: first sets, closures, merged states (LALR) and
;;; tables from a grammar; then parses by the tables that call semantic actions.

;; A rule: number, left side, right side, action on the values of the right side.
(define-record-type rule
  (make-rule number left right action)
  rule?
  (number rule-number)
  (left rule-left)
  (right rule-right)
  (action rule-action))

(define-record-type grammar
  (make-grammar start rules by-left firsts)
  grammar?
  (start grammar-start)
  (rules grammar-rules)
  (by-left grammar-by-left)
  (firsts grammar-firsts set-grammar-firsts!))

(define (new-grammar start forms)
  (let loop ((forms forms) (number 1) (rules '()))
    (if (pair? forms)
        (loop (cdr forms)
              (+ number 1)
              (cons (make-rule number
                               (car (car forms))
                               (cadr (car forms))
                               (caddr (car forms)))
                    rules))
        (let* ((first (make-rule 0 'goal (list start) (lambda (value) value)))
               (rules (cons first (reverse rules)))
               (by-left (make-hash-table)))
          (for-each (lambda (rule)
                      (let ((left (rule-left rule)))
                        (hash-table-set!
                         by-left
                         left
                         (append (hash-table-ref/default by-left left '())
                                 (list rule)))))
                    rules)
          (let ((grammar (make-grammar start rules by-left #f)))
            (set-grammar-firsts! grammar (first-sets grammar))
            grammar)))))

(define (rules-of grammar symbol)
  (hash-table-ref/default (grammar-by-left grammar) symbol '()))

(define (nonterminal? grammar symbol) (pair? (rules-of grammar symbol)))

(define (adjoin element set)
  (if (memq element set) set (cons element set)))

(define (union one other) (fold adjoin other one))

;; The terminals that a symbol can begin with; `empty` among them if it can be empty.
(define (first-sets grammar)
  (let ((firsts (make-hash-table)))
    (define (first-of symbol)
      (if (nonterminal? grammar symbol)
          (hash-table-ref/default firsts symbol '())
          (list symbol)))
    (let loop ()
      (let ((changed #f))
        (for-each
         (lambda (rule)
           (let* ((old (first-of (rule-left rule)))
                  (new (union (first-of-all first-of (rule-right rule)) old)))
             (if (> (length new) (length old))
                 (begin
                   (hash-table-set! firsts (rule-left rule) new)
                   (set! changed #t)))))
         (grammar-rules grammar))
        (if changed (loop))))
    first-of))

(define (first-of-all first-of symbols)
  (if (null? symbols)
      (list 'empty)
      (let ((first (first-of (car symbols))))
        (if (memq 'empty first)
            (union (delete 'empty first)
                   (first-of-all first-of (cdr symbols)))
            first))))

;; An item is a rule with a place in its right side; a state of the automaton has
;; items with the terminals that may follow them.

(define-record-type item
  (make-item rule rest done look)
  item?
  (rule item-rule)
  (rest item-rest)
  (done item-done)
  (look item-look set-item-look!))

;; What an item is without what may follow.
(define (core item)
  (+ (* 64 (rule-number (item-rule item))) (item-done item)))

(define-record-type state
  (make-state number items edges)
  state?
  (number state-number)
  (items state-items)
  (edges state-edges set-state-edges!))

;; The items and those that begin where they stand before a nonterminal.
(define (closure grammar kernel)
  (let ((table (make-hash-table)) (order '()))
    ;; Whether there is anything new.
    (define (add! rule rest done look)
      (let* ((new (make-item rule rest done look))
             (old (hash-table-ref/default table (core new) #f)))
        (if old
            (let ((both (union look (item-look old))))
              (if (> (length both) (length (item-look old)))
                  (begin (set-item-look! old both) old)
                  #f))
            (begin
              (hash-table-set! table (core new) new)
              (set! order (cons new order))
              new))))
    (define (follow item)
      (if (and (pair? (item-rest item))
               (nonterminal? grammar (car (item-rest item))))
          (let* ((after (first-of-all (grammar-firsts grammar)
                                      (cdr (item-rest item))))
                 (look (if (memq 'empty after)
                           (union (delete 'empty after) (item-look item))
                           after)))
            (for-each (lambda (rule)
                        (let ((new (add! rule (rule-right rule) 0 look)))
                          (if new (follow new))))
                      (rules-of grammar (car (item-rest item)))))))
    (for-each (lambda (item)
                (let ((new (add! (item-rule item)
                                 (item-rest item)
                                 (item-done item)
                                 (item-look item))))
                  (if new (follow new))))
              kernel)
    (reverse order)))

;; The symbols that an item of the list stands before, in their order.
(define (next-symbols items)
  (reverse
   (fold (lambda (item symbols)
           (if (null? (item-rest item))
               symbols
               (adjoin (car (item-rest item)) symbols)))
         '()
         items)))

(define (advance items symbol)
  (map (lambda (item)
         (make-item (item-rule item)
                    (cdr (item-rest item))
                    (+ 1 (item-done item))
                    (item-look item)))
       (filter (lambda (item)
                 (and (pair? (item-rest item))
                      (eq? (car (item-rest item)) symbol)))
               items)))

;; All states; a state with the same cores takes what may follow from a new one,
;; and is then followed again.
(define (make-states grammar)
  (let ((table (make-hash-table)) (states '()) (count 0))
    (define (key items) (list-sort < (map core items)))
    (define (grow! state kernel)
      (let ((changed #f))
        (for-each
         (lambda (item)
           (let* ((same (any (lambda (old)
                               (and (= (core old) (core item)) old))
                             (state-items state)))
                  (look (union (item-look item) (item-look same))))
             (if (> (length look) (length (item-look same)))
                 (begin
                   (set-item-look! same look)
                   (set! changed #t)))))
         kernel)
        changed))
    (define (reach! kernel)
      (let* ((items (closure grammar kernel))
             (name (key kernel))
             (old (hash-table-ref/default table name #f)))
        (cond ((not old)
               (let ((state (make-state count items '())))
                 (set! count (+ count 1))
                 (set! states (cons state states))
                 (hash-table-set! table name state)
                 (follow! state)
                 state))
              ((grow! old items) (follow! old) old)
              (else old))))
    (define (follow! state)
      (for-each
       (lambda (symbol)
         (let ((to (reach! (advance (state-items state) symbol))))
           (if (not (assq symbol (state-edges state)))
               (set-state-edges!
                state
                (cons (cons symbol to) (state-edges state))))))
       (next-symbols (state-items state))))
    (reach! (list (make-item (car (grammar-rules grammar))
                             (rule-right (car (grammar-rules grammar)))
                             0
                             (list 'end))))
    (reverse states)))

;; The tables: a vector of association lists from symbols to (shift . state),
;; (reduce . rule) or (accept).  With the number of conflicts; a shift wins.
(define (make-tables grammar)
  (let* ((states (make-states grammar))
         (tables (make-vector (length states) '()))
         (conflicts 0))
    (define (add! state symbol action)
      (let* ((number (state-number state)) (row (vector-ref tables number)))
        (if (assq symbol row)
            (set! conflicts (+ conflicts 1))
            (vector-set! tables number (cons (cons symbol action) row)))))
    (for-each
     (lambda (state)
       (for-each (lambda (edge)
                   (add! state
                         (car edge)
                         (cons 'shift (state-number (cdr edge)))))
                 (state-edges state))
       (for-each (lambda (item)
                   (if (null? (item-rest item))
                       (for-each (lambda (symbol)
                                   (add! state
                                         symbol
                                         (if (= 0
                                                (rule-number (item-rule item)))
                                             (list 'accept)
                                             (cons 'reduce (item-rule item)))))
                                 (item-look item))))
                 (state-items state)))
     states)
    (values tables conflicts)))

;; Parsing.  A token is a pair of terminal and value; `next` gives the next one.
(define (parse tables next)
  (let loop ((states '(0)) (values '()) (token (next)))
    (let ((action (assq (car token) (vector-ref tables (car states)))))
      (cond ((not action) (raise (list 'unexpected (car token))))
            ((eq? (cadr action) 'shift)
             (loop (cons (cddr action) states)
                   (cons (cdr token) values)
                   (next)))
            ((eq? (cadr action) 'accept) (car values))
            (else
             (let* ((rule (cddr action)) (count (length (rule-right rule))))
               (let pop ((count count)
                         (states states)
                         (values values)
                         (arguments '()))
                 (if (> count 0)
                     (pop (- count 1)
                          (cdr states)
                          (cdr values)
                          (cons (car values) arguments))
                     (let ((edge (assq (rule-left rule)
                                       (vector-ref tables (car states)))))
                       (loop (cons (cddr edge) states)
                             (cons (apply (rule-action rule) arguments) values)
                             token))))))))))

;; A small language of statements whose meaning is made by the actions: a
;; statement is a procedure that changes the store, an expression one that gives
;; its value.

(define store (make-hash-table))
(define output 0)

(define (binary operation)
  (lambda (left operator right)
    (lambda () (operation (left) (right)))))

(define (flag condition) (if condition 1 0))

(define language
  (new-grammar
   'program
   (list
    (list 'program '(statements) (lambda (statements) statements))
    (list 'statements '() (lambda () (lambda () #t)))
    (list 'statements
          '(statements statement)
          (lambda (first second) (lambda () (first) (second))))
    (list 'statement
          '(name becomes expression semicolon)
          (lambda (name becomes value semicolon)
            (lambda () (hash-table-set! store name (value)))))
    (list 'statement
          '(print expression semicolon)
          (lambda (print value semicolon)
            (lambda ()
              (set! output (modulo (+ (* 31 output) (value)) 999983)))))
    (list 'statement
          '(open statements close)
          (lambda (open statements close) statements))
    (list 'statement
          '(while left expression right statement)
          (lambda (while left test right body)
            (lambda ()
              (let loop ()
                (if (not (= 0 (test)))
                    (begin (body) (loop)))))))
    (list 'statement
          '(if left expression right statement)
          (lambda (if-word left test right body)
            (lambda () (if (not (= 0 (test))) (body)))))
    (list 'statement
          '(if left expression right statement else statement)
          (lambda (if-word left test right body else-word other)
            (lambda () (if (not (= 0 (test))) (body) (other)))))
    (list 'expression '(comparison) (lambda (value) value))
    (list 'comparison
          '(sum less sum)
          (binary (lambda (left right) (flag (< left right)))))
    (list 'comparison
          '(sum equal sum)
          (binary (lambda (left right) (flag (= left right)))))
    (list 'comparison '(sum) (lambda (value) value))
    (list 'sum '(sum plus product) (binary +))
    (list 'sum '(sum minus product) (binary -))
    (list 'sum '(product) (lambda (value) value))
    (list 'product '(product times factor) (binary *))
    (list 'product '(product over factor) (binary quotient))
    (list 'product '(product rest factor) (binary remainder))
    (list 'product '(factor) (lambda (value) value))
    (list 'factor '(number) (lambda (number) (lambda () number)))
    (list 'factor
          '(name)
          (lambda (name)
            (lambda () (hash-table-ref/default store name 0))))
    (list 'factor
          '(minus factor)
          (lambda (minus value) (lambda () (- (value)))))
    (list 'factor
          '(left expression right)
          (lambda (left value right) value)))))

;; A grammar with some hundred items that means nothing.
(define data-grammar
  (let ((keep (lambda values (length values))))
    (new-grammar
     'value
     (list (list 'value '(object) keep)
           (list 'value '(array) keep)
           (list 'value '(string) keep)
           (list 'value '(number) keep)
           (list 'value '(call) keep)
           (list 'object '(open close) keep)
           (list 'object '(open members close) keep)
           (list 'members '(member) keep)
           (list 'members '(member comma members) keep)
           (list 'member '(string colon value) keep)
           (list 'array '(begin elements end) keep)
           (list 'elements '() keep)
           (list 'elements '(value more) keep)
           (list 'more '() keep)
           (list 'more '(comma value more) keep)
           (list 'call '(name left elements right) keep)
           (list 'call '(name) keep)))))

;; Scanning.

(define words '("while" "if" "else" "print"))

(define signs
  '((#\; . semicolon) (#\( . left) (#\) . right) (#\{ . open) (#\} . close)
    (#\+ . plus) (#\- . minus) (#\* . times) (#\/ . over) (#\% . rest)
    (#\< . less)))

(define (scanner text)
  (let ((port (open-input-string text)))
    (define (while good? characters)
      (let ((character (peek-char port)))
        (if (and (not (eof-object? character)) (good? character))
            (while good? (cons (read-char port) characters))
            (list->string (reverse characters)))))
    (define (next)
      (let ((character (read-char port)))
        (cond ((eof-object? character) (cons 'end #f))
              ((char-whitespace? character) (next))
              ((char-numeric? character)
               (cons 'number
                     (string->number (while char-numeric? (list character)))))
              ((char-alphabetic? character)
               (let ((word (while char-alphabetic? (list character))))
                 (if (member word words)
                     (cons (string->symbol word) word)
                     (cons 'name word))))
              ((char=? character #\=)
               (if (eqv? (peek-char port) #\=)
                   (begin (read-char port) (cons 'equal #f))
                   (cons 'becomes #f)))
              ((assv character signs)
               => (lambda (sign) (cons (cdr sign) #f)))
              (else (raise (list 'no-token character))))))
    next))

(define sample
  "n = 27; steps = 0;
while (1 < n) {
  if (n % 2 == 0) n = n / 2; else n = 3 * n + 1;
  steps = steps + 1;
}
print steps;
i = 2;
while (i < 60) {
  j = 2; prime = 1;
  while (j * j < i + 1) {
    if (i % j == 0) { prime = 0; j = i; } else j = j + 1;
  }
  if (prime) print i;
  i = i + 1;
}
a = 1071; b = 462;
while (0 < b) { t = a % b; a = b; b = t; }
print a; print -(3 - 10) * (2 + 4) / 5 - -1;
")

(define (count-actions tables)
  (let loop ((index 0) (count 0))
    (if (= index (vector-length tables))
        count
        (loop (+ index 1) (+ count (length (vector-ref tables index)))))))

(define (run tables text)
  (guard (problem ((pair? problem) problem))
    ((parse tables (scanner text)))
    output))

;; The tokens of a list, as the parser takes them.
(define (tokens-of symbols)
  (lambda ()
    (if (null? symbols)
        (cons 'end #f)
        (let ((symbol (car symbols)))
          (set! symbols (cdr symbols))
          (cons symbol symbol)))))

;; Sizes of the tables of a grammar.
(define (sizes tables conflicts)
  (list (vector-length tables) conflicts (count-actions tables)))

;; Makes the tables of the language and runs the sample, so many times.
(define (run-language count)
  (let-values (((tables conflicts) (make-tables language)))
    (do ((count count (- count 1)))
        ((= count 0))
      (set! store (make-hash-table))
      (run tables sample))
    (list (sizes tables conflicts) output (run tables "x = (1 + ; print x;"))))

(define (benchmark size)
  (set! output 0)
  (let-values (((tables conflicts) (make-tables data-grammar)))
    (list (sizes tables conflicts)
          (parse tables
                 (tokens-of '(open string colon begin number comma name left
                              string right end close)))
          (if (> size 0) (run-language size) 'no-programs))))
