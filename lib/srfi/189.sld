;;; Maybe and Either: containers of values that may be missing.

(define-library (srfi 189)
  (import (mound syntax) (mound base))
  (export
    either->generation either->list either->list-truth either->maybe
    either->truth either->values either-and either-bind either-compose
    either-filter either-fold either-for-each either-guard either-join
    either-length either-let* either-let*-values either-map either-or
    either-ref either-ref/default either-remove either-sequence either-swap
    either-unfold either= either? exception->either generation->either
    generation->maybe just just? left left? list->just list->left list->right
    list-truth->either list-truth->maybe maybe->either maybe->generation
    maybe->list maybe->list-truth maybe->truth maybe->two-values
    maybe->values maybe-and maybe-bind maybe-compose maybe-filter maybe-fold
    maybe-for-each maybe-if maybe-join maybe-length maybe-let*
    maybe-let*-values maybe-map maybe-or maybe-ref maybe-ref/default
    maybe-remove maybe-sequence maybe-unfold maybe= maybe? nothing nothing?
    right right? tri-and tri-merge tri-not tri-or tri=? truth->either
    truth->maybe two-values->maybe values->either values->maybe)
  (include "189.scm" "189-convert.scm" "189-syntax.scm"))
