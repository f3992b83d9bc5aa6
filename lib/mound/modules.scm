;;; Which libraries this node fetches without asking. What the configuration,
;;; the environment and the options say of it holds at first; a program can
;;; change it for its own node, until that ends.

;;> (trust-location! location): from now on this node fetches libraries from
;;> the location, a string as "github.com/fred", and below it, without asking.
;;> Raises type, error if that is no location.
;;> Example: (eval '(begin (trust-location! "github.com/fred") (trusted-locations)) (environment '(scheme base) '(mound modules))) => ("github.com/fred")
(define (trust-location! location)
  (%require-string location 'trust-location!)
  (if (string=? location "none")
      (%error-of-kind 'error 'trust-location! "not a location:" location))
  (%host 'trust-location location)
  (void))

;;> (distrust-all-locations!): from now on this node fetches nothing without
;;> asking.
;;> Example: (eval '(begin (distrust-all-locations!) (trusted-locations)) (environment '(scheme base) '(mound modules))) => ()
(define (distrust-all-locations!)
  (%host 'trust-location "none")
  (void))

;;> (trusted-locations): the locations from which this node fetches libraries
;;> without asking, a list of strings.
;;> Example: (eval '(list? (trusted-locations)) (environment '(scheme base) '(mound modules))) => #t
(define (trusted-locations) (%host 'trusted-locations))
