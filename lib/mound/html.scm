;;; HTML from s-expressions. An element is a list that begins with a symbol, and
;;; behind it may come attributes:
;;;
;;;   (p (@ (class "note")) "1 < 2 " (b "and") " so on")
;;;
;;; Strings, numbers and characters are text and are escaped, #f, #t and () are
;;; nothing, and a list that does not begin with a symbol is what is in it. Text
;;; cannot become an element, however it was made: only raw-html is written as
;;; it is, and that is a record, which no data from outside can look like.

(define-record-type <raw-html>
  (raw-html text)
  raw-html?
  (text raw-html-text))

;; Elements that have no end.
(define %void-elements
  '(area base br col embed hr img input link meta source track wbr))

;; Elements whose text browsers do not read escapes in.
(define %raw-elements '(script style))

;;> (html->string html): the text of it. Raises type, and range for a name that
;;> no element or attribute can have.
;;> Example: (html->string '(p (@ (class "a&b")) "1 < 2" (br) (b "!"))) => "<p class=\"a&amp;b\">1 &lt; 2<br><b>!</b></p>"
;;> Example: (html->string (list "a" '() #f (list 'i 1) '((b "x") (b "y")))) => "a<i>1</i><b>x</b><b>y</b>"
(define (html->string html)
  (call-with-output-string (lambda (port) (%write-html html port))))

;;> (write-html html [port]): writes it. Raises as html->string does.
;;> Example: (call-with-output-string (lambda (p) (write-html '(input (@ (disabled #t) (checked #f) (size 3))) p))) => "<input disabled size=\"3\">"
(define (write-html html . port)
  (%write-html html (if (pair? port) (car port) (current-output-port))))

;;> (write-html-document html [port]): the same behind the line that makes
;;> browsers keep to the standard.
;;> Example: (call-with-output-string (lambda (p) (write-html-document '(html (body)) p))) => "<!DOCTYPE html>\n<html><body></body></html>"
(define (write-html-document html . port)
  (let ((port (if (pair? port) (car port) (current-output-port))))
    (write-string "<!DOCTYPE html>\n" port)
    (%write-html html port)))

;;> (html-escape string): the string as text of an element, or of an attribute
;;> in quotes. Raises type.
;;> Example: (html-escape "<a href='x'>\"&") => "&lt;a href=&#39;x&#39;&gt;&quot;&amp;"
(define (html-escape string)
  (if (not (string? string)) (%type-error 'html-escape "a string" string))
  (call-with-output-string (lambda (port) (%write-escaped string port))))

;;> (raw-html string): HTML that is written as it is. Who makes it answers for
;;> what is in it.
;;> Example: (html->string (list (raw-html "<hr>") "<hr>")) => "<hr>&lt;hr&gt;"
;;> (raw-html? object): whether it is that.
;;> Example: (raw-html? "<hr>") => #f

(define (%write-html html port)
  (cond ((string? html) (%write-escaped html port))
        ((pair? html)
         (if (symbol? (car html))
             (%write-element (car html) (cdr html) port)
             (for-each (lambda (part) (%write-html part port)) html)))
        ((or (null? html) (boolean? html)) (void))
        ((number? html) (write-string (number->string html) port))
        ((char? html) (%write-escaped (string html) port))
        ((raw-html? html) (write-string (raw-html-text html) port))
        (else
         (%type-error 'write-html "an element, a string or a list of them"
                      html))))

(define (%write-element name rest port)
  (let* ((tag (%html-name name))
         (attributes? (and (pair? rest) (pair? (car rest))
                           (eq? (caar rest) '@)))
         (content (if attributes? (cdr rest) rest)))
    (write-char #\< port)
    (write-string tag port)
    (if attributes?
        (for-each (lambda (attribute) (%write-attribute attribute port))
                  (cdar rest)))
    (write-char #\> port)
    (cond ((memq name %void-elements)
           (if (pair? content)
               (%error-of-kind 'range 'write-html
                               "this element has no content:" name)))
          (else
           (if (memq name %raw-elements)
               (%write-raw-content name content port)
               (for-each (lambda (part) (%write-html part port)) content))
           (write-string "</" port)
           (write-string tag port)
           (write-char #\> port)))))

;; The value #t stands for the name alone, #f for no attribute.
(define (%write-attribute attribute port)
  (if (not (and (pair? attribute) (symbol? (car attribute))
                (pair? (cdr attribute)) (null? (cddr attribute))))
      (%type-error 'write-html "an attribute, a name and its value" attribute))
  (let ((name (%html-name (car attribute))) (value (cadr attribute)))
    (cond ((not value) (void))
          (else
           (write-char #\space port)
           (write-string name port)
           (if (not (eq? value #t))
               (begin
                 (write-string "=\"" port)
                 (%write-escaped (%attribute-text value) port)
                 (write-char #\" port)))))))

(define (%attribute-text value)
  (cond ((string? value) value)
        ((number? value) (number->string value))
        ((symbol? value) (symbol->string value))
        (else
         (%type-error 'write-html
                      "a string, number, symbol or boolean as an attribute"
                      value))))

;; What would end the element early, or begin a comment that hides its end,
;; cannot be written.
(define (%write-raw-content name content port)
  (for-each
   (lambda (part)
     (let ((text (if (raw-html? part) (raw-html-text part) part)))
       (cond ((not (string? text))
              (%type-error 'write-html "a string in this element" text))
             ((or (string-search "</" text) (string-search "<!--" text))
              (%error-of-kind 'range 'write-html
                              "this element cannot contain </ or <!--:" name))
             (else (write-string text port)))))
   content))

;; The name of an element or attribute, in which nothing can end it.
(define (%html-name name)
  (let ((text (symbol->string name)))
    (if (and (< 0 (string-length text)) (%html-name-from? text 0))
        text
        (%error-of-kind 'range 'write-html
                        "not the name of an element or attribute:" name))))

(define (%html-name-from? text index)
  (or (= index (string-length text))
      (let ((c (string-ref text index)))
        (and (or (char<=? #\a c #\z) (char<=? #\A c #\Z)
                 (and (< 0 index)
                      (or (char<=? #\0 c #\9) (memv c '(#\- #\_ #\: #\.)))))
             (%html-name-from? text (+ index 1))))))

;; Runs of what needs no escape are written at once.
(define (%write-escaped text port)
  (let ((length (string-length text)))
    (let loop ((start 0) (index 0))
      (if (= index length)
          (write-string text port start index)
          (let ((escape (%html-escape-of (string-ref text index))))
            (if escape
                (begin
                  (write-string text port start index)
                  (write-string escape port)
                  (loop (+ index 1) (+ index 1)))
                (loop start (+ index 1))))))))

(define (%html-escape-of c)
  (case c
    ((#\&) "&amp;")
    ((#\<) "&lt;")
    ((#\>) "&gt;")
    ((#\") "&quot;")
    ((#\') "&#39;")
    (else #f)))
