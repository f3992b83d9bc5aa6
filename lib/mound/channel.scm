;;; Channels. A channel has no contents: who puts a value waits for the one that
;;; gets it. It is a record with the pid of the keeper of the node that made it,
;;; and may be sent anywhere.

;; id: a tag.
(define-record-type channel
  (%make-channel keeper id)
  channel?
  (keeper %channel-keeper-of)
  (id %channel-id))

;;> (channel? object): whether it is a channel.
;;> Example: (eval '(map channel? (list (make-channel) 'channel)) (environment '(scheme base) '(mound channel))) => (#t #f)

(define (%require-channel object who)
  (if (not (channel? object)) (%type-error who "a channel" object)))

;;> (make-channel): a new channel, which any process on any node may use. It
;;> takes no room where nobody waits, and need not be closed.
;;> Example: (eval '(let ((c (make-channel))) (spawn (lambda () (channel-put! c 42))) (channel-get! c)) (environment '(termite) '(mound channel))) => 42
(define (make-channel)
  (%make-channel %channel-keeper (%primitive %make-tag)))

;; Asks the keeper of the channels of all ways. `ids` are theirs.
(define (%communicate keeper request ids deadline otherwise)
  (%call-at keeper request deadline otherwise
            (not (eq? keeper %channel-keeper)) ids))

;;> (channel-put! channel object [timeout [default]]): waits until a process
;;> gets the object from the channel, and returns #t. After so many seconds, or
;;> at a time, nobody gets it, and it returns the default or raises the symbol
;;> timeout. Raises type, unsendable, node-down if the node of the channel is
;;> lost, and as recv does.
;;> Example: (eval '(let ((c (make-channel))) (channel-put! c 1 0.01 'nobody)) (environment '(scheme base) '(mound channel))) => nobody
(define channel-put!
  (case-lambda
    ((channel object) (%put channel object #f %raise-timeout))
    ((channel object timeout) (%put channel object timeout %raise-timeout))
    ((channel object timeout default)
     (%put channel object timeout (lambda () default)))))

(define (%put channel object timeout otherwise)
  (%require-channel channel 'channel-put!)
  (let ((id (%channel-id channel)))
    (%communicate (%channel-keeper-of channel) (list 'put id object) (list id)
                  (%deadline timeout) otherwise)))

;;> (channel-get! channel [timeout [default]]): waits until a process puts an
;;> object to the channel, and returns that. Those who wait are served in the
;;> order of their coming. Timeouts and conditions as for channel-put!.
;;> Example: (eval '(let ((c (make-channel))) (channel-get! c 0.01 'nothing)) (environment '(scheme base) '(mound channel))) => nothing
(define channel-get!
  (case-lambda
    ((channel) (%get channel #f %raise-timeout))
    ((channel timeout) (%get channel timeout %raise-timeout))
    ((channel timeout default)
     (%get channel timeout (lambda () default)))))

(define (%get channel timeout otherwise)
  (%require-channel channel 'channel-get!)
  (let ((id (%channel-id channel)))
    (%communicate (%channel-keeper-of channel) (list 'get id) (list id)
                  (%deadline timeout) otherwise)))
