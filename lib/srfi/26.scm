;;; cut and cute. The slots <> become arguments; <...>, at the end, all others.

;;> (cut expression-or-<> ... [<...>]): a procedure whose arguments take the
;;> places of the slots; the expressions are evaluated at each call. SRFI 26.
;;> Example: (map (cut - <> 1) '(1 2 3)) => (0 1 2)
(define-syntax cut
  (syntax-rules ()
    ((_ . parts) (%cut () () . parts))))

;; (%cut names call part ...): the names of the slots and the call so far.
(define-syntax %cut
  (syntax-rules (<> <...>)
    ((_ names (procedure argument ...))
     (lambda names ((begin procedure) argument ...)))
    ((_ (name ...) (procedure argument ...) <...>)
     (lambda (name ... . rest) (apply procedure argument ... rest)))
    ((_ (name ...) (part ...) <> . parts)
     (%cut (name ... slot) (part ... slot) . parts))
    ((_ names (part ...) expression . parts)
     (%cut names (part ... expression) . parts))))

;;> (cute expression-or-<> ... [<...>]): the same, but the expressions are
;;> evaluated once, now. SRFI 26.
;;> Example: (let* ((n 1) (add (cute + n <>))) (set! n 10) (add 1)) => 2
(define-syntax cute
  (syntax-rules ()
    ((_ . parts) (%cute () () () . parts))))

(define-syntax %cute
  (syntax-rules (<> <...>)
    ((_ names bindings (procedure argument ...))
     (let bindings (lambda names (procedure argument ...))))
    ((_ (name ...) bindings (procedure argument ...) <...>)
     (let bindings
       (lambda (name ... . rest) (apply procedure argument ... rest))))
    ((_ (name ...) bindings (part ...) <> . parts)
     (%cute (name ... slot) bindings (part ... slot) . parts))
    ((_ names (binding ...) (part ...) expression . parts)
     (%cute names (binding ... (value expression)) (part ... value) . parts))))
