;;; Immutable texts: R7RS-large, SRFI 135.

(define-library (scheme text)
  (import (srfi 135))
  (export
    list->text make-text reverse-list->text string->text subtext
    subtextual text text-length text-ref text-tabulate text-unfold
    text-unfold-right text? textual->list textual->string textual->text
    textual->utf16 textual->utf16be textual->utf16le textual->utf8
    textual->vector textual-any textual-append textual-ci<=? textual-ci<?
    textual-ci=? textual-ci>=? textual-ci>? textual-concatenate
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
    textual-trim-both textual-trim-right textual-upcase textual<=?
    textual<? textual=? textual>=? textual>? textual? utf16->text
    utf16be->text utf16le->text utf8->text vector->text))
