;; n = 60: 3
;; The same, but the large frame comes back from a chunk.
primitive 0 = %call/cc
constant 0 = integer {n}
function 0 (0 arguments, 256 slots)
  block 0 (live)
    constant 4 0
    call-known 2 1 1
  block 1 (live 2)
    fixnum 40 1
    fixnum 100 2
    fixnum 150 3
    fixnum 200 4
    fixnum 255 5
    unless-pair 2 3
    return 150
  block 2 (live 2)
    loop 2
  block 3 (live 2)
    return 2
function 1 (1 argument, 6 slots)
  block 0 (live 2)
    function 5 2
    call-primitive 3 1 0
  block 1 (live 2)
    immediate 3 2
  block 2 (live 2 3)
    unless=i 2 0 3
    return 3
  block 3 (live 2 3)
    cons 3 2 3
    add-i 2 2 -1
    loop 2
function 2 (1 argument, 3 slots)
  block 0 (live 2)
    return 2
