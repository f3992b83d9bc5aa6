;; Included by 5.6-include.scm with include-ci: names and symbols become small.
(DEFINE FOLDED 'SYMBOL)
(DEFINE (Mixed-Case X) (LIST X 'Y #\A "Text"))
