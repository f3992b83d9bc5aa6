;;; A lexer and a parser by recursive descent of a language like C, with operators by
;;; precedence, a pass that finds the types of all expressions, and errors that tell the line.

;;; Tokens: a kind, a value and a line. Kinds are name, number, string, symbol and end.

(define-record-type token
  (make-token kind value line)
  token?
  (kind token-kind)
  (value token-value)
  (line token-line))

(define (name-start? character)
  (or (char-alphabetic? character) (char=? character #\_)))

(define (name-part? character)
  (or (name-start? character) (char-numeric? character)))

(define long-symbols '("==" "!=" "<=" ">=" "&&" "||" "++" "+=" "->"))

(define (lex text)
  (define end (string-length text))
  (define (scan index good?)
    (if (and (< index end) (good? (string-ref text index)))
        (scan (+ index 1) good?)
        index))
  (let loop ((index 0) (line 1) (tokens '()))
    (define (add kind value next)
      (loop next line (cons (make-token kind value line) tokens)))
    (if (= index end)
        (reverse (cons (make-token 'end "end of text" line) tokens))
        (let ((character (string-ref text index)))
          (cond ((char=? character #\newline)
                 (loop (+ index 1) (+ line 1) tokens))
                ((char-whitespace? character) (loop (+ index 1) line tokens))
                ((and (char=? character #\/)
                      (< (+ index 1) end)
                      (char=? (string-ref text (+ index 1)) #\/))
                 (loop (scan index
                             (lambda (other) (not (char=? other #\newline))))
                       line
                       tokens))
                ((name-start? character)
                 (let ((next (scan index name-part?)))
                   (add 'name
                        (string->symbol (substring text index next))
                        next)))
                ((char-numeric? character)
                 (let ((next (scan index
                                   (lambda (other)
                                     (or (char-numeric? other)
                                         (char=? other #\.))))))
                   (add 'number
                        (string->number (substring text index next))
                        next)))
                ((char=? character #\")
                 (let ((next (scan (+ index 1)
                                   (lambda (other) (not (char=? other #\"))))))
                   (if (= next end) (raise (list 'open-string line)))
                   (add 'string (substring text (+ index 1) next) (+ next 1))))
                ((and (< (+ index 1) end)
                      (member (substring text index (+ index 2)) long-symbols))
                 => (lambda (found) (add 'symbol (car found) (+ index 2))))
                (else (add 'symbol (string character) (+ index 1))))))))

;;; The parser: the tokens that are left are kept in a variable.

(define tokens '())

(define (this) (car tokens))

(define (advance!)
  (let ((token (car tokens)))
    (set! tokens (cdr tokens))
    token))

(define (at? value) (equal? (token-value (this)) value))

(define (accept! value)
  (and (at? value) (advance!)))

(define (expect! value)
  (or (accept! value) (raise (list 'expected value (token-line (this))))))

(define (expect-name!)
  (if (eq? (token-kind (this)) 'name)
      (token-value (advance!))
      (raise (list 'expected "a name" (token-line (this))))))

(define type-names '(int float bool string void))

(define (at-type?) (memq (token-value (this)) type-names))

;; A type: a name, or (array type).
(define (parse-type)
  (let loop ((type (expect-name!)))
    (if (accept! "[")
        (begin
          (expect! "]")
          (loop (list 'array type)))
        type)))

(define (parse-program)
  (if (eq? (token-kind (this)) 'end)
      '()
      (let ((function (parse-function)))
        (cons function (parse-program)))))

(define (parse-function)
  (let* ((line (token-line (this))) (type (parse-type)) (name (expect-name!)))
    (expect! "(")
    (let* ((parameters
            (parse-separated ")"
                             (lambda ()
                               (let ((type (parse-type)))
                                 (list (expect-name!) type)))))
           (body (parse-block)))
      (list 'function name type parameters body line))))

(define (parse-separated closing parse)
  (if (accept! closing)
      '()
      (let loop ((items (list (parse))))
        (if (accept! ",")
            (loop (cons (parse) items))
            (begin
              (expect! closing)
              (reverse items))))))

(define (parse-block)
  (expect! "{")
  (let loop ((statements '()))
    (if (accept! "}")
        (cons 'block (reverse statements))
        (loop (cons (parse-statement) statements)))))

(define (parse-statement)
  (let ((line (token-line (this))))
    (cond ((at? "{") (parse-block))
          ((at-type?)
           (let* ((type (parse-type)) (name (expect-name!)))
             (expect! "=")
             (let ((value (parse-expression)))
               (expect! ";")
               (list 'declare type name value line))))
          ((accept! 'if)
           (let* ((test (parse-parenthesized)) (then (parse-statement)))
             (list 'if test then (and (accept! 'else) (parse-statement)) line)))
          ((accept! 'while)
           (let ((test (parse-parenthesized)))
             (list 'while test (parse-statement) line)))
          ((accept! 'return)
           (let ((value (if (at? ";") #f (parse-expression))))
             (expect! ";")
             (list 'return value line)))
          (else
           (let ((expression (parse-expression)))
             (if (accept! "=")
                 (let ((value (parse-expression)))
                   (expect! ";")
                   (list 'assign expression value line))
                 (begin
                   (expect! ";")
                   (list 'expression expression line))))))))

(define (parse-parenthesized)
  (expect! "(")
  (let ((expression (parse-expression)))
    (expect! ")")
    expression))

(define precedences
  '(("||" . 1) ("&&" . 2) ("==" . 3) ("!=" . 3) ("<" . 4) (">" . 4) ("<=" . 4)
    (">=" . 4) ("+" . 5) ("-" . 5) ("*" . 6) ("/" . 6) ("%" . 6)))

(define (parse-expression) (parse-binary 1))

(define (parse-binary least)
  (let loop ((left (parse-unary)))
    (let ((found (assoc (token-value (this)) precedences)))
      (if (and found (>= (cdr found) least))
          (let* ((line (token-line (advance!)))
                 (right (parse-binary (+ 1 (cdr found)))))
            (loop (list 'binary (car found) left right line)))
          left))))

(define (parse-unary)
  (let ((line (token-line (this))))
    (cond ((accept! "-") (list 'unary "-" (parse-unary) line))
          ((accept! "!") (list 'unary "!" (parse-unary) line))
          (else (parse-postfix (parse-primary))))))

(define (parse-postfix expression)
  (let ((line (token-line (this))))
    (cond ((accept! "(")
           (parse-postfix
            (list 'call
                  expression
                  (parse-separated ")" parse-expression)
                  line)))
          ((accept! "[")
           (let ((index (parse-expression)))
             (expect! "]")
             (parse-postfix (list 'index expression index line))))
          (else expression))))

(define (parse-primary)
  (let ((token (this)))
    (case (token-kind token)
      ((name)
       (advance!)
       (case (token-value token)
         ((true false) (list 'bool (eq? (token-value token) 'true)))
         (else (list 'name (token-value token) (token-line token)))))
      ((number)
       (advance!)
       (list 'number (token-value token)))
      ((string)
       (advance!)
       (list 'string (token-value token)))
      (else
       (if (at? "(")
           (parse-parenthesized)
           (raise (list 'expected "an expression" (token-line token))))))))

(define (parse text)
  (set! tokens (lex text))
  (parse-program))

;;; Types. The environment is an association list of names and types; those of functions are
;;; (function result parameter ...).

(define checked 0)

(define (check! type wanted line)
  (if (not (equal? type wanted)) (raise (list 'type wanted line))))

(define (type-of expression environment)
  (set! checked (+ checked 1))
  (case (car expression)
    ((number) (if (exact? (cadr expression)) 'int 'float))
    ((string) 'string)
    ((bool) 'bool)
    ((name)
     (let ((found (assq (cadr expression) environment)))
       (if found
           (cdr found)
           (raise (list 'undefined (cadr expression) (caddr expression))))))
    ((unary)
     (let ((type (type-of (caddr expression) environment)))
       (if (string=? (cadr expression) "!")
           (check! type 'bool (cadddr expression)))
       type))
    ((binary)
     (let* ((operator (cadr expression))
            (line (list-ref expression 4))
            (left (type-of (list-ref expression 2) environment))
            (right (type-of (list-ref expression 3) environment)))
       (cond ((member operator '("&&" "||"))
              (check! left 'bool line)
              (check! right 'bool line)
              'bool)
             ((member operator '("==" "!=" "<" ">" "<=" ">="))
              (check! right left line)
              'bool)
             ((and (memq left '(int float)) (memq right '(int float)))
              (if (and (eq? left 'int) (eq? right 'int)) 'int 'float))
             ((and (string=? operator "+") (eq? left 'string))
              (check! right 'string line)
              'string)
             (else (raise (list 'type 'int line))))))
    ((index)
     (let ((array (type-of (cadr expression) environment)))
       (check! (type-of (caddr expression) environment)
               'int
               (cadddr expression))
       (if (pair? array)
           (cadr array)
           (raise (list 'not-an-array (cadddr expression))))))
    ((call)
     (let ((function (type-of (cadr expression) environment))
           (arguments (map (lambda (argument) (type-of argument environment))
                           (caddr expression))))
       (if (not (and (pair? function) (eq? (car function) 'function)))
           (raise (list 'not-a-function (cadddr expression))))
       (check! arguments (cddr function) (cadddr expression))
       (cadr function)))
    (else (error "unknown expression" expression))))

;; Checks a statement; the environment after it.
(define (check-statement statement environment result)
  (case (car statement)
    ((block)
     (fold (lambda (inner environment)
             (check-statement inner environment result))
           environment
           (cdr statement))
     environment)
    ((declare)
     (let ((type (cadr statement)))
       (check! (type-of (cadddr statement) environment)
               type
               (list-ref statement 4))
       (cons (cons (caddr statement) type) environment)))
    ((assign)
     (check! (type-of (caddr statement) environment)
             (type-of (cadr statement) environment)
             (cadddr statement))
     environment)
    ((if)
     (check! (type-of (cadr statement) environment)
             'bool
             (list-ref statement 4))
     (check-statement (caddr statement) environment result)
     (if (cadddr statement)
         (check-statement (cadddr statement) environment result))
     environment)
    ((while)
     (check! (type-of (cadr statement) environment) 'bool (cadddr statement))
     (check-statement (caddr statement) environment result)
     environment)
    ((return)
     (check! (if (cadr statement) (type-of (cadr statement) environment) 'void)
             result
             (caddr statement))
     environment)
    (else
     (type-of (cadr statement) environment)
     environment)))

(define (function-type function)
  (cons 'function (cons (caddr function) (map cadr (cadddr function)))))

(define (check-program program)
  (let ((globals
         (append (map (lambda (function)
                        (cons (cadr function) (function-type function)))
                      program)
                 '((print . (function void string))
                   (length . (function int (array int)))))))
    (for-each (lambda (function)
                (check-statement (list-ref function 4)
                                 (append (map (lambda (parameter)
                                                (cons (car parameter)
                                                      (cadr parameter)))
                                              (cadddr function))
                                         globals)
                                 (caddr function)))
              program)))

;;; Programs.

(define good-text
  "// Sorts and counts.
int gcd_N(int a, int b) {
  while (b != 0) { int rest = a % b; a = b; b = rest; }
  return a;
}
void sort_N(int[] numbers, int from, int to) {
  if (to - from < 2) return;
  int pivot = numbers[from + (to - from) / 2];
  int low = from; int high = to - 1;
  while (low <= high) {
    while (numbers[low] < pivot) low = low + 1;
    while (numbers[high] > pivot) { high = high - 1; }
    if (low <= high && !(numbers[low] == numbers[high])) {
      int kept = numbers[low];
      numbers[low] = numbers[high];
      numbers[high] = kept;
    } else print(\"same\" + \" values\");
    low = low + 1; high = high - 1;
  }
  sort_N(numbers, from, high + 1);
  sort_N(numbers, low, to);
}
float mean_N(int[] numbers, float scale) {
  float sum = 0.0; int index = 0;
  while (index < length(numbers)) {
    sum = sum + scale * (1.0 * numbers[index]) - -2.5 * 0.0;
    index = index + gcd_N(1, 2 * 3 + 4 % 5);
  }
  bool empty = length(numbers) == 0 || false;
  if (empty) { return 0.0; } else return sum / (length(numbers) * 1.0);
}
")

(define bad-texts
  '("int f(int a) {\n return a + ;\n}"
    "int f(int a) {\n\n return b;\n}"
    "int f(bool a) { return a; }"
    "void g() { print(1); }"
    "int f(int a) { if (a) return 1; return 2; }"
    "int f(int a { return a; }"
    "int f() { return \"abc; }"
    "int f(int a) { return a[1]; }"))

;; The text with the number in the place of each N after `_`.
(define (instance text number)
  (let ((port (open-output-string)))
    (let loop ((characters (string->list text)) (after? #f))
      (if (pair? characters)
          (let ((character (car characters)))
            (if (and after? (char=? character #\N))
                (write-string (number->string number) port)
                (write-char character port))
            (loop (cdr characters) (char=? character #\_)))))
    (get-output-string port)))

(define (problem text)
  (guard (reason ((pair? reason)
                  (cons (car reason) (list-tail reason (- (length reason) 1)))))
    (check-program (parse text))
    'none))

(define (tree-size tree)
  (if (pair? tree) (+ 1 (tree-size (car tree)) (tree-size (cdr tree))) 0))

(define (benchmark count)
  (set! checked 0)
  (let* ((text (let loop ((number 0) (texts '()))
                 (if (= number count)
                     (apply string-append texts)
                     (loop (+ number 1)
                           (cons (instance good-text number) texts)))))
         (program (parse text)))
    (check-program program)
    (let ((size (tree-size program)) (problems (map problem bad-texts)))
      (list (string-length text) (length program) size checked problems))))
