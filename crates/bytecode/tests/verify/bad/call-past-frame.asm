;; error: block 0 uses slots up to 7 for the values of one instruction, but there are 6 slots
reference 0 = own f
function 0 (0 arguments, 6 slots)
  block 0 (live)
    fixnum 4 0
    fixnum 5 0
    tail-call-global 2 3 0
