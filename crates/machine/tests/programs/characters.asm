;; n = 0: (#\a #\a #\a)
;; n = 1: (#\b #\λ #\😀)
;; n = 2: died: range: string-ref: index out of range, 0 to 1 are valid (2 a😀)
;; n = -1: died: range: string-ref: index out of range, 0 to 1 are valid (-1 a😀)
;; Characters of strings of each width.
constant 0 = integer {n}
constant 1 = string "ab"
constant 2 = string "aλ"
constant 3 = string "a😀"
function 0 (0 arguments, 8 slots)
  block 0 (live)
    constant 2 0
    immediate 3 2
    constant 4 3
    string-ref 4 4 2
    cons 3 4 3
    constant 4 2
    string-ref 4 4 2
    cons 3 4 3
    constant 4 1
    string-ref 4 4 2
    cons 3 4 3
    return 3
