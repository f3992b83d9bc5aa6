;; n = 8: record(8 9)
;; Records: made, tested, read, written.
constant 0 = integer {n}
constant 1 = record-type point test x y
constant 2 = record-type other test x y
function 0 (0 arguments, 10 slots)
  block 0 (live)
    constant 2 1
    constant 3 0
    fixnum 4 2
    record 5 2 2
    constant 6 2
    unless-record 5 2 3
    record? 7 5 6
    when 7 3
    record-ref 7 5 2 0
    add-i 7 7 1
    record-set 5 2 7 1
    return 5
  block 1 (live)
    immediate 2 0
    return 2
  block 2 (live)
    immediate 2 0
    return 2
  block 3 (live)
    immediate 2 0
    return 2
