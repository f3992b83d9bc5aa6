;;; Generators: those procedures of SRFI 158 that its predecessor has.

(define-library (srfi 121)
  (import (srfi 158))
  (export
    bytevector->generator gappend gcombine gcons* gdelete
    gdelete-neighbor-dups gdrop gdrop-while generator generator->list
    generator->reverse-list generator->string generator->vector
    generator->vector! generator-any generator-count generator-every
    generator-find generator-fold generator-for-each generator-unfold gfilter
    gindex gremove gselect gtake gtake-while list->generator
    make-coroutine-generator make-for-each-generator make-iota-generator
    make-range-generator make-unfold-generator reverse-vector->generator
    string->generator vector->generator))
