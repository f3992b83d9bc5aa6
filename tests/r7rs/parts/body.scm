(define internal 'external)
