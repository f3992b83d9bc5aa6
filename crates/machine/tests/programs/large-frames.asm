;; n = 60: 3
;; n = 3000, whole: 3
;; A frame much larger than those of its callees: what they allocate must not lie in it.
;; The list is n long, and the slots of the large frame are written only after the call.
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
    move 3 2
  block 2 (live 3 150)
    unless-pair 3 3
    car 4 3
    unless-kind 4 fixnum 4
    cdr 3 3
    loop 2
  block 3 (live 3 150)
    return 150
  block 4 (live 4)
    return 4
function 1 (1 argument, 4 slots)
  block 0 (live 2)
    immediate 3 2
  block 1 (live 2 3)
    unless=i 2 0 2
    return 3
  block 2 (live 2 3)
    cons 3 2 3
    add-i 2 2 -1
    loop 1
