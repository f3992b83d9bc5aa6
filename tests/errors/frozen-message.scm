(import (scheme base) (termite process))
(! (self) (list 1 2))
(let ((message (?)))
  (set-car! message 'changed))
