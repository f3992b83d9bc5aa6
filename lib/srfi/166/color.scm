;;; Formatters with colours of terminals, by ANSI control sequences. Behind them
;;; is what was before, also inside of another colour.

(define %foreground (make-state-variable "foreground" "39"))
(define %background (make-state-variable "background" "49"))
(define %bold (make-state-variable "bold" "22"))
(define %italic (make-state-variable "italic" "23"))
(define %underline (make-state-variable "underline" "24"))

(define (%control code) (string-append "\x1b;[" code "m"))

(define (%styled variable code formatters)
  (fn ((old variable))
    (each (%control code)
          (with ((variable code)) (each-in-list formatters))
          (%control old))))

;;> (as-black formatter ...): the formatters in black. SRFI 166.
;;> Example: (string-length (show #f (as-black "a"))) => 11
(define (as-black . formatters)
  (%styled %foreground "30" formatters))

;;> (as-red formatter ...): the formatters in red. SRFI 166.
;;> Example: (string-length (show #f (as-red "a"))) => 11
(define (as-red . formatters)
  (%styled %foreground "31" formatters))

;;> (as-green formatter ...): the formatters in green. SRFI 166.
;;> Example: (string-length (show #f (as-green "a"))) => 11
(define (as-green . formatters)
  (%styled %foreground "32" formatters))

;;> (as-yellow formatter ...): the formatters in yellow. SRFI 166.
;;> Example: (string-length (show #f (as-yellow "a"))) => 11
(define (as-yellow . formatters)
  (%styled %foreground "33" formatters))

;;> (as-blue formatter ...): the formatters in blue. SRFI 166.
;;> Example: (string-length (show #f (as-blue "a"))) => 11
(define (as-blue . formatters)
  (%styled %foreground "34" formatters))

;;> (as-magenta formatter ...): the formatters in magenta. SRFI 166.
;;> Example: (string-length (show #f (as-magenta "a"))) => 11
(define (as-magenta . formatters)
  (%styled %foreground "35" formatters))

;;> (as-cyan formatter ...): the formatters in cyan. SRFI 166.
;;> Example: (string-length (show #f (as-cyan "a"))) => 11
(define (as-cyan . formatters)
  (%styled %foreground "36" formatters))

;;> (as-white formatter ...): the formatters in white. SRFI 166.
;;> Example: (string-length (show #f (as-white "a"))) => 11
(define (as-white . formatters)
  (%styled %foreground "37" formatters))

;;> (on-black formatter ...): the formatters on black. SRFI 166.
;;> Example: (string-length (show #f (on-black "a"))) => 11
(define (on-black . formatters)
  (%styled %background "40" formatters))

;;> (on-red formatter ...): the formatters on red. SRFI 166.
;;> Example: (string-length (show #f (on-red "a"))) => 11
(define (on-red . formatters)
  (%styled %background "41" formatters))

;;> (on-green formatter ...): the formatters on green. SRFI 166.
;;> Example: (string-length (show #f (on-green "a"))) => 11
(define (on-green . formatters)
  (%styled %background "42" formatters))

;;> (on-yellow formatter ...): the formatters on yellow. SRFI 166.
;;> Example: (string-length (show #f (on-yellow "a"))) => 11
(define (on-yellow . formatters)
  (%styled %background "43" formatters))

;;> (on-blue formatter ...): the formatters on blue. SRFI 166.
;;> Example: (string-length (show #f (on-blue "a"))) => 11
(define (on-blue . formatters)
  (%styled %background "44" formatters))

;;> (on-magenta formatter ...): the formatters on magenta. SRFI 166.
;;> Example: (string-length (show #f (on-magenta "a"))) => 11
(define (on-magenta . formatters)
  (%styled %background "45" formatters))

;;> (on-cyan formatter ...): the formatters on cyan. SRFI 166.
;;> Example: (string-length (show #f (on-cyan "a"))) => 11
(define (on-cyan . formatters)
  (%styled %background "46" formatters))

;;> (on-white formatter ...): the formatters on white. SRFI 166.
;;> Example: (string-length (show #f (on-white "a"))) => 11
(define (on-white . formatters)
  (%styled %background "47" formatters))

;;> (as-bold formatter ...): the formatters bold. SRFI 166.
;;> Example: (string-length (show #f (as-bold "a"))) => 10
(define (as-bold . formatters) (%styled %bold "1" formatters))

;;> (as-italic formatter ...): the formatters italic. SRFI 166.
;;> Example: (string-length (show #f (as-italic "a"))) => 10
(define (as-italic . formatters) (%styled %italic "3" formatters))

;;> (as-underline formatter ...): the formatters underlined. SRFI 166.
;;> Example: (string-length (show #f (as-underline "a"))) => 10
(define (as-underline . formatters) (%styled %underline "4" formatters))

(define (%check-colors colors most who)
  (for-each
   (lambda (color)
     (if (not (and (exact-integer? color) (<= 0 color most)))
         (%type-error who
                      (string-append "an exact integer from 0 to "
                                     (number->string most))
                      color)))
   colors))

(define (%cube-code first red green blue)
  (string-append first ";5;"
                 (number->string (+ 16 (* 36 red) (* 6 green) blue))))

(define (%true-code first red green blue)
  (string-append first ";2;" (number->string red) ";" (number->string green)
                 ";" (number->string blue)))

;;> (as-color red green blue formatter ...): the formatters in a colour, whose
;;> parts are from 0 to 5. Raises type. SRFI 166.
;;> Example: (string-length (show #f (as-color 5 0 0 "a"))) => 17
(define (as-color red green blue . formatters)
  (%check-colors (list red green blue) 5 'as-color)
  (%styled %foreground (%cube-code "38" red green blue) formatters))

;;> (as-true-color red green blue formatter ...): the formatters in a colour,
;;> whose parts are from 0 to 255. Raises type. SRFI 166.
;;> Example: (string-length (show #f (as-true-color 5 0 0 "a"))) => 19
(define (as-true-color red green blue . formatters)
  (%check-colors (list red green blue) 255 'as-true-color)
  (%styled %foreground (%true-code "38" red green blue) formatters))

;;> (on-color red green blue formatter ...): the formatters in a colour of the
;;> background, whose parts are from 0 to 5. Raises type. SRFI 166.
;;> Example: (string-length (show #f (on-color 5 0 0 "a"))) => 17
(define (on-color red green blue . formatters)
  (%check-colors (list red green blue) 5 'on-color)
  (%styled %background (%cube-code "48" red green blue) formatters))

;;> (on-true-color red green blue formatter ...): the formatters in a colour of
;;> the background, whose parts are from 0 to 255. Raises type. SRFI 166.
;;> Example: (string-length (show #f (on-true-color 5 0 0 "a"))) => 19
(define (on-true-color red green blue . formatters)
  (%check-colors (list red green blue) 255 'on-true-color)
  (%styled %background (%true-code "48" red green blue) formatters))
