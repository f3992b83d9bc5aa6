;;; Options of the behaviours: a keyword and its value, at the end of the
;;; arguments of a procedure.

(define-library (mound options)
  (import (mound syntax) (mound base))
  (export %check-options %option enter: intensity: period: restart: shutdown:)
  (include "options.scm"))
