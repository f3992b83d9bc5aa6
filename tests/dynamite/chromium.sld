;;; A real browser for tests: Chromium without a screen, driven by its DevTools
;;; protocol over a WebSocket of ours.

(define-library (chromium)
  (import (scheme base) (scheme file) (scheme write) (mound clock)
          (mound conditions) (mound crypto) (mound directory) (mound file)
          (mound json) (mound path) (mound strings) (mound subprocess)
          (mound websocket))
  (export
    call-with-chromium choose-files click new-window press-key reload-window
    screenshot
    type-text wait-until window-eval)
  (include "chromium.scm"))
