;;; WebSockets (RFC 6455), for servers and clients of (mound http).

(define-library (mound websocket)
  (import (mound syntax) (mound base) (mound options) (mound port) (mound tcp)
          (mound clock) (mound http) (mound crypto) (termite process))
  (export
    any-origin: message-limit: websocket-close websocket-connect
    websocket-receive websocket-response websocket-send websocket?)
  (include "websocket.scm" "websocket-frame.scm"))
