;; error: function 0 has no blocks
function 0 (0 arguments, 3 slots)
