;;; Formatting: widths of characters on terminals.

(define-library (srfi 166 unicode)
  (import (mound syntax) (mound base)
          (srfi 166 base))
  (export
    downcased string-terminal-width string-terminal-width/wide
    substring-terminal-preserve substring-terminal-width
    substring-terminal-width/wide terminal-aware upcased)
  (include "width-table.scm" "unicode.scm"))
