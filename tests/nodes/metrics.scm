;; The names of all metrics of a node that has a peer, with their types and labels.
(import (scheme base) (scheme write) (scheme process-context)
        (mound strings) (mound metrics) (termite process))

(define there (list-ref (command-line) 1))
(on there list)
(define lines
  (string-split (metrics-text) "\n"))
(define (begins? text line)
  (and (<= (string-length text) (string-length line))
       (string=? text (substring line 0 (string-length text)))))
;; Without the number, and without what is different each time.
(define (sample line)
  (let ((name (car (string-split line " "))))
    (cond ((string-search "peer=" name)
           (list (car (string-split name "{")) 'peer
                 (string=? name (string-append (car (string-split name "{"))
                                               "{peer=\"" there "\"}"))))
          ((string-search "node=" name) (list (car (string-split name "{")) 'node))
          (else name))))
(for-each
 (lambda (line)
   (cond ((string=? line "") #t)
         ((begins? "# HELP " line) (if (< (length (string-split line " ")) 5) (write line)))
         ((begins? "#" line) (write-string line) (newline))
         ;; There may be any number of schedulers.
         ((and (string-search "scheduler=" line) (not (string-search "\"0\"" line))) #t)
         (else (write (sample line)) (newline))))
 lines)

;; The numbers are those of what happened.
(define (value name)
  (let loop ((lines lines))
    (if (begins? name (car lines))
        (string->number (list-ref (string-split (car lines) " ") 1))
        (loop (cdr lines)))))
(write (map value '("mound_peer_connected{" "mound_peer_connections_total{" "mound_node_info{")))
(write (map (lambda (name) (< 0 (value name)))
            '("mound_processes" "mound_memory_bytes" "mound_symbol_bytes" "mound_code_bytes_total"
              "mound_peer_received_bytes_total{" "mound_peer_sent_bytes_total{"
              "mound_peer_received_signals_total{" "mound_peer_sent_signals_total{"
              "mound_peer_least_credit_bytes{")))
(newline)
