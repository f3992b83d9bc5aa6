;;; Formatting: what all formatters are made of.

(define-library (srfi 166 base)
  (import (mound syntax) (mound base)
          (only (scheme complex) imag-part real-part))
  (export
    %advance! %apply %copy %formatter %get %labels %no-labels
    %number-writer %out %padding %put %quotation %set! %write-data
    ambiguous-is-wide? call-with-output col comma-rule comma-sep
    decimal-align decimal-sep displayed each each-in-list ellipsis escaped
    fitted fitted/both fitted/right fl fn forked joined joined/dot
    joined/last joined/prefix joined/range joined/suffix
    make-state-variable maybe-escaped nl nothing numeric numeric/comma
    numeric/fitted numeric/si output output-default pad-char padded
    padded/both padded/right port precision radix row show sign-rule
    space-to string-width substring/preserve substring/width tab-to
    trimmed trimmed/both trimmed/lazy trimmed/right width with with!
    word-separator? writer written written-shared written-simply)
  (include "state.scm" "text.scm" "numbers.scm" "written.scm"))
