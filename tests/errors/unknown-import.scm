(import (scheme base) (only (scheme write) display wrote))
(display 1)
