;;; HTTP (RFC 9110, RFC 9112): a server that handles each request in a process
;;; of its own, and a client. Over TLS both speak HTTP/2, too; in clear the
;;; server does.

(define-library (mound http)
  (import (mound syntax) (mound base) (mound options) (mound port) (mound tcp)
          (only (mound tls) http2: tls-connect trust:) (mound clock)
          (only (mound crypto) bytevector->hexadecimal random-bytes)
          (only (mound file) rename-file)
          (only (scheme file) delete-file open-binary-output-file)
          (mound date) (mound html) (mound json) (mound receive)
          (only (mound resource) %require-path)
          (only (mound compress) limit:) (termite process))
  (export
    ;; messages
    body-bytes body-for-each-part body-form body-json body-save body-some
    body-text body-write field-limit: file-limit: form-part-filename
    form-part-headers form-part-name form-part? make-request
    request-header request-headers request-method request-path request-peer
    request-query request-secure? request-target request? response-header
    response-headers
    response-status response?
    ;; answers
    html-response json-response redirect-response response text-response
    ;; servers and clients
    body-limit: body-rate: body: call-with-http-response client:
    close-http-client
    connections: head-limit: headers: http-client? http-listen http-request
    http-serve
    limit: make-http-client trust:
    ;; addresses
    alist->query query->alist url-decode url-encode
    ;; for other libraries of Mound
    %head-lines %head-text %header-ref %header-words %http-more! %http-refuse
    %http-deadline-set! %http-source %http-take! %http-text! %open-url
    %sent-headers %status-line
    %unused-count %upgrade-response %url-parts %with-room)
  (include "http-url.scm" "http-source.scm" "http-head.scm" "http-body.scm"
           "http-message.scm" "http-parts.scm" "http-answer.scm"
           "http-server.scm"
           "http-kept.scm" "http-client.scm"))
