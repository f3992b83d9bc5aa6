;;; Pages in a browser that are processes here: their trees are s-expressions
;;; with handlers that are closures, and each change is sent to the browser.

(define-library (dynamite)
  (import (mound syntax) (mound base) (mound options) (mound clock)
          (mound crypto) (mound html) (mound http) (mound json) (mound match)
          (mound receive) (mound websocket) (termite process))
  (export
    ;; pages
    ask component message: navigate! page-path page-process page-query
    page-session page-timer! page-title-set! page? run-page show
    ;; events
    event-form event-ref event-uploads event-value
    upload-bytes upload-field upload-name upload-type upload?
    ;; servers
    admit: dynamite-handler linger: otherwise: pages: secret: style: title:
    upload-limit:
    ;; running pages
    page-call page-component-update! page-component-view-set! page-components
    page-processes
    ;; for other libraries of Mound
    %difference %nodes->json %script %tree)
  (include "dynamite/tree.scm" "dynamite/difference.scm" "dynamite/page.scm"
           "dynamite/root.scm" "dynamite/upload.scm" "dynamite/connection.scm"
           "dynamite/script.scm" "dynamite/server.scm"))
