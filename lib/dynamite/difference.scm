;;; The difference of two trees: what the browser has to do, in this order.
;;;
;;;   #("text" path text)           the text there is now this
;;;   #("node" path node)           another node is there now
;;;   #("set" path name text)       an attribute, or none if the text is null
;;;   #("add" path node ...)        behind the last child
;;;   #("cut" path count)           only so many children stay
;;;   #("order" path child ...)     the children are these: each is a node, or
;;;                                 the number that it has had so far
;;;
;;; A path is an array of the numbers of children, from the root, at the moment
;;; when the change is made. Children with keys, each its own, keep their nodes
;;; in the browser, with what the user has typed, wherever they go; others are
;;; compared one by one. The time is linear in the size of the trees.

(define (%difference old new)
  (let ((changes '()))
    (define (change! . change)
      (set! changes (cons (list->vector change) changes)))
    (define (place path) (list->vector (reverse path)))

    (define (compare old new path)
      (cond ((and (string? old) (string? new))
             (if (not (string=? old new)) (change! "text" (place path) new)))
            ((%same-element? old new)
             (compare-attributes old new path)
             (compare-children (%element-children old) (%element-children new)
                               path))
            (else (change! "node" (place path) (%node->json new)))))

    (define (compare-attributes old new path)
      (let ((before (%element-attributes old)) (now (%element-attributes new)))
        (define (set-attribute! name text)
          (change! "set" (place path) (symbol->string name) text))
        (for-each
         (lambda (attribute)
           (let ((found (assq (car attribute) before)))
             (if (not (and found (string=? (cdr found) (cdr attribute))))
                 (set-attribute! (car attribute) (cdr attribute)))))
         now)
        (for-each
         (lambda (attribute)
           (if (not (assq (car attribute) now))
               (set-attribute! (car attribute) 'null)))
         before)))

    (define (compare-children old new path)
      (let ((old-keys (%keys old)) (new-keys (%keys new)))
        (if (and old-keys new-keys)
            (compare-keyed old old-keys new new-keys path)
            (let loop ((old old) (new new) (index 0))
              (cond ((and (pair? old) (pair? new))
                     (compare (car old) (car new) (cons index path))
                     (loop (cdr old) (cdr new) (+ index 1)))
                    ((pair? old) (change! "cut" (place path) index))
                    ((pair? new)
                     (apply change! "add" (place path)
                            (map %node->json new))))))))

    (define (compare-keyed old old-keys new new-keys path)
      (let* ((before (%by-key old old-keys))
             (from (map (lambda (node key)
                          (let ((found (hash-table-ref/default before key
                                                               #f)))
                            (and found
                                 (or (%same-element? (cdr found) node)
                                     (and (string? (cdr found))
                                          (string? node)))
                                 found)))
                        new new-keys)))
        (if (not (%in-place? from (length old)))
            (apply change! "order" (place path)
                   (map (lambda (found node)
                          (if found (car found) (%node->json node)))
                        from new)))
        (let loop ((from from) (new new) (index 0))
          (if (pair? from)
              (begin
                (if (car from)
                    (compare (cdar from) (car new) (cons index path)))
                (loop (cdr from) (cdr new) (+ index 1)))))))

    (compare-children old new '())
    (reverse changes)))

(define (%same-element? old new)
  (and (element? old) (element? new)
       (string=? (%element-name old) (%element-name new))
       (equal? (%element-key old) (%element-key new))))

;; The keys of nodes of which some have keys, none twice; else #f. Those without
;; have their number among these.
(define (%keys nodes)
  (let ((seen (make-hash-table equal?)))
    (let loop ((nodes nodes) (unnamed 0) (keys '()))
      (if (null? nodes)
          (and (< unnamed (length keys)) (reverse keys))
          (let ((key (and (element? (car nodes)) (%element-key (car nodes)))))
            (cond ((not key)
                   (loop (cdr nodes) (+ unnamed 1)
                         (cons (vector unnamed) keys)))
                  ((hash-table-contains? seen key) #f)
                  (else
                   (hash-table-set! seen key #t)
                   (loop (cdr nodes) unnamed (cons key keys)))))))))

;; Number and node by key.
(define (%by-key nodes keys)
  (let ((table (make-hash-table equal?)))
    (let loop ((nodes nodes) (keys keys) (index 0))
      (if (pair? nodes)
          (begin
            (hash-table-set! table (car keys) (cons index (car nodes)))
            (loop (cdr nodes) (cdr keys) (+ index 1)))))
    table))

(define (%in-place? from count)
  (let loop ((from from) (index 0))
    (cond ((null? from) (= index count))
          ((and (car from) (= index (caar from)))
           (loop (cdr from) (+ index 1)))
          (else #f))))
