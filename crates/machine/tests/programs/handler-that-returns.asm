;; n = 5: died: error: a handler returned from an error that cannot be continued (5)
;; A handler's value has nowhere to go.
reference 0 = own handler
constant 0 = integer {n}
function 0 (0 arguments, 8 slots)
  block 0 (live)
    function 2 1
    define-global 2 0
    constant 3 0
    car 3 3
    return 3
function 1 (1 argument, 8 slots)
  block 0 (live 2)
    constant 3 0
    return 3
