;;; Formatting: colours of terminals.

(define-library (srfi 166 color)
  (import (mound syntax) (mound base)
          (srfi 166 base))
  (export
    as-black as-blue as-bold as-color as-cyan as-green as-italic
    as-magenta as-red as-true-color as-underline as-white as-yellow
    on-black on-blue on-color on-cyan on-green on-magenta on-red
    on-true-color on-white on-yellow)
  (include "color.scm"))
