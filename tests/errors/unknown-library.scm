(import (scheme base) (mound no-such-library))
(car '())
