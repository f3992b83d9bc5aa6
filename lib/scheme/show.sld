;;; Formatting: R7RS-large, SRFI 166.

(define-library (scheme show)
  (import (srfi 166))
  (export
    ambiguous-is-wide? as-black as-blue as-bold as-color as-cyan as-green
    as-italic as-magenta as-red as-true-color as-underline as-white
    as-yellow call-with-output col columnar comma-rule comma-sep
    decimal-align decimal-sep displayed downcased each each-in-list
    ellipsis escaped fitted fitted/both fitted/right fl fn forked
    from-file joined joined/dot joined/last joined/prefix joined/range
    joined/suffix justified line-numbers make-state-variable maybe-escaped
    nl nothing numeric numeric/comma numeric/fitted numeric/si on-black
    on-blue on-color on-cyan on-green on-magenta on-red on-true-color
    on-white on-yellow output output-default pad-char padded padded/both
    padded/right port precision pretty pretty-environment pretty-shared
    pretty-simply pretty-with-color radix row show sign-rule space-to
    string-terminal-width string-terminal-width/wide string-width
    substring-terminal-preserve substring-terminal-width
    substring-terminal-width/wide substring/preserve substring/width
    tab-to tabular terminal-aware trimmed trimmed/both trimmed/lazy
    trimmed/right upcased width with with! word-separator? wrapped
    wrapped/char wrapped/list writer written written-shared written-simply))
