;;; Whether items are those of a protocol. What is sent is checked by the
;;; sender, before anything is sent.

(define (%check-items protocol items who field)
  (let ((variants (%protocol-variants protocol)))
    (if (eq? (%protocol-kind protocol) 'tagged)
        (let ((variant (and (pair? items) (assq (car items) variants))))
          (if (not variant)
              (%violation protocol items who field
                          "the protocol has no such tag:"
                          (if (pair? items) (car items) 'nothing)))
          (%check-each (cdr variant) (cdr items) protocol items who field))
        (%check-each (cdr (car variants)) items protocol items who field))))

(define (%check-each types values protocol items who field)
  (cond ((and (null? types) (null? values)) #t)
        ((or (null? types) (null? values))
         (%violation protocol items who field
                     "wrong number of items:" (length items)))
        ((%fits? (car types) (car values))
         (%check-each (cdr types) (cdr values) protocol items who field))
        (else
         (%violation protocol items who field
                     "the item is not of its type:"
                     (car values) (%described (car types))))))

(define (%violation protocol items who field message . irritants)
  (apply %pony-error 'protocol-violation who #f message
         (append irritants
                 (list field (%protocol-name protocol)
                       (protocol-description protocol)))))

(define (%in-range? value low high)
  (and (exact-integer? value) (<= low value high)))

(define (%fits? type value)
  (if (pair? type)
      (%fits-made? type value)
      (case type
        ((integer) (exact-integer? value))
        ((any) #t)
        ((byte) (%in-range? value 0 255))
        ((int16) (%in-range? value -32768 32767))
        ((int32) (%in-range? value -2147483648 2147483647))
        ((int64)
         (%in-range? value -9223372036854775808 9223372036854775807))
        ((boolean) (boolean? value))
        ((real32 real64) (real? value))
        ((char) (char? value))
        ((string) (string? value))
        ((symbol) (symbol? value))
        (else (bytevector? value)))))

(define (%fits-made? type value)
  (case (car type)
    ((counted)
     (cond ((vector? value) (%all-fit? (cadr type) (vector->list value)))
           ((bytevector? value) (memq (cadr type) '(byte integer any)))
           (else (%all-fit? (cadr type) value))))
    ((vector-of)
     (and (vector? value) (%all-fit? (cadr type) (vector->list value))))
    ((seq) (%each-fits? (cdr type) value))
    ((protocol) (%message-fits? (cadr type) value))
    (else (%end-fits? type value))))

(define (%all-fit? type values)
  (cond ((null? values) #t)
        ((not (pair? values)) #f)
        ((%fits? type (car values)) (%all-fit? type (cdr values)))
        (else #f)))

(define (%each-fits? types values)
  (cond ((null? types) (null? values))
        ((not (pair? values)) #f)
        ((%fits? (car types) (car values))
         (%each-fits? (cdr types) (cdr values)))
        (else #f)))

;; A value of a protocol within another one: the item, or a list.
(define (%message-fits? protocol value)
  (let ((variants (%protocol-variants protocol)))
    (case (%protocol-kind protocol)
      ((simple) (%fits? (cadr (car variants)) value))
      ((sequential) (%each-fits? (cdr (car variants)) value))
      (else
       (let ((variant (and (pair? value) (assq (car value) variants))))
         (and variant (%each-fits? (cdr variant) (cdr value))))))))

(define (%end-fits? type value)
  (and (end? value)
       (eq? (%end-side value) (car type))
       (eq? (%type-name (%end-type value)) (cadr type))
       (eq? (%end-shared? value) (caddr type))))

(define (%carries-ends? types)
  (cond ((null? types) #f)
        ((%type-carries-ends? (car types)) #t)
        (else (%carries-ends? (cdr types)))))

(define (%type-carries-ends? type)
  (if (not (pair? type))
      #f
      (case (car type)
        ((client server) #t)
        ((protocol)
         (let loop ((variants (%protocol-variants (cadr type))))
           (cond ((null? variants) #f)
                 ((%carries-ends? (cdr (car variants))) #t)
                 (else (loop (cdr variants))))))
        (else (%carries-ends? (cdr type))))))

;; The ends among values of the types, in order.
(define (%ends-among types values)
  (if (null? types)
      '()
      (append (%ends-of (car types) (car values))
              (%ends-among (cdr types) (cdr values)))))

(define (%ends-of type value)
  (if (not (%type-carries-ends? type))
      '()
      (case (car type)
        ((client server) (list value))
        ((counted vector-of)
         (apply append
                (map (lambda (element) (%ends-of (cadr type) element))
                     (if (vector? value) (vector->list value) value))))
        ((seq) (%ends-among (cdr type) value))
        (else
         (let* ((protocol (cadr type))
                (variants (%protocol-variants protocol)))
           (case (%protocol-kind protocol)
             ((simple) (%ends-of (cadr (car variants)) value))
             ((sequential) (%ends-among (cdr (car variants)) value))
             (else (%ends-among (cdr (assq (car value) variants))
                                (cdr value)))))))))
