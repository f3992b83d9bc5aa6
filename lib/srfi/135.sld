;;; Texts: strings that never change.

(define-library (srfi 135)
  (import (mound syntax) (except (mound base) string-join string-split)
          (only (srfi 152)
                reverse-list->string string-any string-concatenate-reverse
                string-contains string-contains-right string-count
                string-drop string-drop-right string-every string-filter
                string-fold string-fold-right string-index
                string-index-right string-join string-pad string-pad-right
                string-prefix-length string-prefix? string-remove
                string-replace string-replicate string-skip
                string-skip-right string-split string-suffix-length
                string-suffix? string-take string-take-right string-trim
                string-trim-both string-trim-right)
          (only (srfi 13) string-titlecase))
  (export
    list->text make-text reverse-list->text string->text subtext subtextual
    text text-length text-ref text-tabulate text-unfold text-unfold-right
    text? textual->list textual->string textual->text textual->utf16
    textual->utf16be textual->utf16le textual->utf8 textual->vector
    textual-any textual-append textual-ci<=? textual-ci<? textual-ci=?
    textual-ci>=? textual-ci>? textual-concatenate
    textual-concatenate-reverse textual-contains textual-contains-right
    textual-copy textual-count textual-downcase textual-drop
    textual-drop-right textual-every textual-filter textual-fold
    textual-fold-right textual-foldcase textual-for-each
    textual-for-each-index textual-index textual-index-right textual-join
    textual-length textual-map textual-map-index textual-null? textual-pad
    textual-pad-right textual-prefix-length textual-prefix? textual-ref
    textual-remove textual-replace textual-replicate textual-skip
    textual-skip-right textual-split textual-suffix-length textual-suffix?
    textual-take textual-take-right textual-titlecase textual-trim
    textual-trim-both textual-trim-right textual-upcase textual<=? textual<?
    textual=? textual>=? textual>? textual? utf16->text utf16be->text
    utf16le->text utf8->text vector->text)
  (include "135.scm" "135-search.scm" "135-whole.scm" "135-utf16.scm"))
