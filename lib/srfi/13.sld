;;; Strings, as many programs know them.

(define-library (srfi 13)
  (import (mound syntax)
          (rename (except (mound base) string-for-each string-join string-map
                          string-split)
                  (string-copy! %string-copy!)
                  (string-downcase %string-downcase)
                  (string-hash %string-hash) (string-upcase %string-upcase))
          (mound char-set) (mound string-ranges)
          (only (srfi 14) char-set:graphic)
          (except (srfi 152) string-copy! string-for-each string-map))
  (export
    check-substring-spec kmp-step let-string-start+end list->string
    make-kmp-restart-vector make-string reverse-list->string string
    string->list string-any string-append string-append/shared string-ci<
    string-ci<= string-ci<> string-ci= string-ci> string-ci>= string-compare
    string-compare-ci string-concatenate string-concatenate-reverse
    string-concatenate-reverse/shared string-concatenate/shared
    string-contains string-contains-ci string-copy string-copy! string-count
    string-delete string-downcase string-downcase! string-drop
    string-drop-right string-every string-fill! string-filter string-fold
    string-fold-right string-for-each string-for-each-index string-hash
    string-hash-ci string-index string-index-right string-join
    string-kmp-partial-search string-length string-map string-map!
    string-null? string-pad string-pad-right string-parse-final-start+end
    string-parse-start+end string-prefix-ci? string-prefix-length
    string-prefix-length-ci string-prefix? string-ref string-replace
    string-reverse string-reverse! string-set! string-skip string-skip-right
    string-suffix-ci? string-suffix-length string-suffix-length-ci
    string-suffix? string-tabulate string-take string-take-right
    string-titlecase string-titlecase! string-tokenize string-trim
    string-trim-both string-trim-right string-unfold string-unfold-right
    string-upcase string-upcase! string-xcopy! string< string<= string<>
    string= string> string>= string? substring-spec-ok? substring/shared
    xsubstring)
  (include "13.scm" "13-compare.scm" "13-tools.scm"))
