;;; HTTP/1.1 (RFC 9110, RFC 9112): a server that handles each request in a
;;; process of its own, and a client.

(define-library (mound http)
  (import (mound syntax) (mound base) (mound options) (mound port) (mound tcp)
          (mound clock) (mound date) (mound html) (mound json) (mound receive)
          (only (mound compress) limit:) (termite process))
  (export
    ;; messages
    body-bytes body-form body-json body-some body-text make-request
    request-header request-headers request-method request-path request-peer
    request-query request-target request? response-header response-headers
    response-status response?
    ;; answers
    html-response json-response redirect-response response text-response
    ;; servers and clients
    body-limit: body: call-with-http-response connections: head-limit:
    headers: http-request http-serve limit:
    ;; addresses
    alist->query query->alist url-decode url-encode
    ;; for other libraries of Mound
    %head-lines %head-text %header-ref %header-words %http-more! %http-refuse
    %http-source %http-take! %http-text! %sent-headers %status-line
    %unused-count %upgrade-response %url-parts)
  (include "http-url.scm" "http-source.scm" "http-head.scm" "http-body.scm"
           "http-message.scm" "http-answer.scm" "http-server.scm"
           "http-client.scm"))
