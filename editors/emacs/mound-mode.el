;;; mound-mode.el --- Scheme as Mound has it  -*- lexical-binding: t -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1") (eglot "1.9"))
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; A major mode derived from `scheme-mode', which knows the forms of Mound, and the
;; set-up of Eglot for `mound lsp'.

;;; Code:

(require 'scheme)

(defvar eglot-server-programs)

(defgroup mound nil
  "Scheme for programs that run on many machines."
  :group 'languages)

(defcustom mound-command "mound"
  "The program that is the language server and runs programs."
  :type 'string)

(defconst mound-mode-forms
  '(
    "and" "assert" "begin" "begin-for-syntax" "case" "case-lambda" "cond"
    "cond-expand" "cons-stream" "define" "define-for-syntax"
    "define-library" "define-record-type" "define-syntax" "define-values"
    "delay" "delay-force" "do" "guard" "if" "import" "include"
    "include-ci" "lambda" "let" "let*" "let*-values" "let-syntax"
    "let-values" "letrec" "letrec*" "letrec-syntax" "named-lambda" "or"
    "parameterize" "quasiquote" "quasisyntax" "quote" "set!" "syntax"
    "syntax-case" "syntax-error" "syntax-rules" "unless" "unquote"
    "unquote-splicing" "unsyntax" "unsyntax-splicing" "when"
    )
  "The forms of the core language.")

(defconst mound-mode-macros
  '("match" "recv" "define-macro" "receive" "rec" "cut" "cute" "and-let*"
    "define-termite-type")
  "Macros of the libraries that are highlighted like forms.")

(defconst mound-mode-keywords
  (list (cons (concat "(" (regexp-opt (append mound-mode-forms mound-mode-macros) t)
                      "\\_>")
              '(1 font-lock-keyword-face))
        '("^[ \t]*\\(;;>.*\\)$" 1 font-lock-doc-face prepend))
  "What `mound-mode' highlights beside what `scheme-mode' does.")

;; How many parts of a form stand before its body.
(dolist (form '((match . 1) (recv . 0) (receive . 2) (when . 1) (unless . 1)
                (guard . 1) (parameterize . 1) (case-lambda . 0) (let-values . 1)
                (let*-values . 1) (define-library . 1) (syntax-case . 2)
                (named-lambda . 1) (rec . 1) (and-let* . 1)))
  (put (car form) 'scheme-indent-function (cdr form)))

;;;###autoload
(define-derived-mode mound-mode scheme-mode "Mound"
  "Scheme as Mound has it."
  (font-lock-add-keywords nil mound-mode-keywords)
  (setq-local scheme-program-name (concat mound-command " repl"))
  (setq-local compile-command
              (concat mound-command " run "
                      (shell-quote-argument (or buffer-file-name "")))))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.s\\(?:cm\\|ld\\|ps\\|ls\\)\\'" . mound-mode))
;;;###autoload
(add-to-list 'interpreter-mode-alist '("mound" . mound-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               (cons 'mound-mode (lambda (&rest _) (list mound-command "lsp")))))

(provide 'mound-mode)
;;; mound-mode.el ends here
