;;; The parts of immutable pairs.

;;> (icaar ipair): the icar of the icar. Raises type. SRFI 116.
;;> Example: (icaar (iq (1 . 2) 3 . 4)) => 1
(define (icaar ipair)
  (%icar
   (%icar ipair 'icaar)
   'icaar))

;;> (icadr ipair): the icar of the icdr. Raises type. SRFI 116.
;;> Example: (icadr (iq (1 . 2) 3 . 4)) => 3
(define (icadr ipair)
  (%icar
   (%icdr ipair 'icadr)
   'icadr))

;;> (icdar ipair): the icdr of the icar. Raises type. SRFI 116.
;;> Example: (icdar (iq (1 . 2) 3 . 4)) => 2
(define (icdar ipair)
  (%icdr
   (%icar ipair 'icdar)
   'icdar))

;;> (icddr ipair): the icdr of the icdr. Raises type. SRFI 116.
;;> Example: (icddr (iq (1 . 2) 3 . 4)) => 4
(define (icddr ipair)
  (%icdr
   (%icdr ipair 'icddr)
   'icddr))

;;> (icaaar ipair): the icar of the icar of the icar. Raises type. SRFI 116.
;;> Example: (icaaar (iq ((1 . 2) 3 . 4) (5 . 6) 7 . 8)) => 1
(define (icaaar ipair)
  (%icar
   (%icar
    (%icar ipair 'icaaar)
    'icaaar)
   'icaaar))

;;> (icaadr ipair): the icar of the icar of the icdr. Raises type. SRFI 116.
;;> Example: (icaadr (iq ((1 . 2) 3 . 4) (5 . 6) 7 . 8)) => 5
(define (icaadr ipair)
  (%icar
   (%icar
    (%icdr ipair 'icaadr)
    'icaadr)
   'icaadr))

;;> (icadar ipair): the icar of the icdr of the icar. Raises type. SRFI 116.
;;> Example: (icadar (iq ((1 . 2) 3 . 4) (5 . 6) 7 . 8)) => 3
(define (icadar ipair)
  (%icar
   (%icdr
    (%icar ipair 'icadar)
    'icadar)
   'icadar))

;;> (icaddr ipair): the icar of the icdr of the icdr. Raises type. SRFI 116.
;;> Example: (icaddr (iq ((1 . 2) 3 . 4) (5 . 6) 7 . 8)) => 7
(define (icaddr ipair)
  (%icar
   (%icdr
    (%icdr ipair 'icaddr)
    'icaddr)
   'icaddr))

;;> (icdaar ipair): the icdr of the icar of the icar. Raises type. SRFI 116.
;;> Example: (icdaar (iq ((1 . 2) 3 . 4) (5 . 6) 7 . 8)) => 2
(define (icdaar ipair)
  (%icdr
   (%icar
    (%icar ipair 'icdaar)
    'icdaar)
   'icdaar))

;;> (icdadr ipair): the icdr of the icar of the icdr. Raises type. SRFI 116.
;;> Example: (icdadr (iq ((1 . 2) 3 . 4) (5 . 6) 7 . 8)) => 6
(define (icdadr ipair)
  (%icdr
   (%icar
    (%icdr ipair 'icdadr)
    'icdadr)
   'icdadr))

;;> (icddar ipair): the icdr of the icdr of the icar. Raises type. SRFI 116.
;;> Example: (icddar (iq ((1 . 2) 3 . 4) (5 . 6) 7 . 8)) => 4
(define (icddar ipair)
  (%icdr
   (%icdr
    (%icar ipair 'icddar)
    'icddar)
   'icddar))

;;> (icdddr ipair): the icdr of the icdr of the icdr. Raises type. SRFI 116.
;;> Example: (icdddr (iq ((1 . 2) 3 . 4) (5 . 6) 7 . 8)) => 8
(define (icdddr ipair)
  (%icdr
   (%icdr
    (%icdr ipair 'icdddr)
    'icdddr)
   'icdddr))

;;> (icaaaar ipair): the icar of the icar of the icar of the icar. Raises type.
;;> SRFI 116.
;;> Example: (icaaaar (iq (((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 1
(define (icaaaar ipair)
  (%icar
   (%icar
    (%icar
     (%icar ipair 'icaaaar)
     'icaaaar)
    'icaaaar)
   'icaaaar))

;;> (icaaadr ipair): the icar of the icar of the icar of the icdr. Raises type.
;;> SRFI 116.
;;> Example: (icaaadr (iq (((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 9
(define (icaaadr ipair)
  (%icar
   (%icar
    (%icar
     (%icdr ipair 'icaaadr)
     'icaaadr)
    'icaaadr)
   'icaaadr))

;;> (icaadar ipair): the icar of the icar of the icdr of the icar. Raises type.
;;> SRFI 116.
;;> Example: (icaadar (iq (((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 5
(define (icaadar ipair)
  (%icar
   (%icar
    (%icdr
     (%icar ipair 'icaadar)
     'icaadar)
    'icaadar)
   'icaadar))

;;> (icaaddr ipair): the icar of the icar of the icdr of the icdr. Raises type.
;;> SRFI 116.
;;> Example: (icaaddr (iq (((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 13
(define (icaaddr ipair)
  (%icar
   (%icar
    (%icdr
     (%icdr ipair 'icaaddr)
     'icaaddr)
    'icaaddr)
   'icaaddr))

;;> (icadaar ipair): the icar of the icdr of the icar of the icar. Raises type.
;;> SRFI 116.
;;> Example: (icadaar (iq (((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 3
(define (icadaar ipair)
  (%icar
   (%icdr
    (%icar
     (%icar ipair 'icadaar)
     'icadaar)
    'icadaar)
   'icadaar))

;;> (icadadr ipair): the icar of the icdr of the icar of the icdr. Raises type.
;;> SRFI 116.
;;> Example: (icadadr (iq (((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 11
(define (icadadr ipair)
  (%icar
   (%icdr
    (%icar
     (%icdr ipair 'icadadr)
     'icadadr)
    'icadadr)
   'icadadr))

;;> (icaddar ipair): the icar of the icdr of the icdr of the icar. Raises type.
;;> SRFI 116.
;;> Example: (icaddar (iq (((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 7
(define (icaddar ipair)
  (%icar
   (%icdr
    (%icdr
     (%icar ipair 'icaddar)
     'icaddar)
    'icaddar)
   'icaddar))

;;> (icadddr ipair): the icar of the icdr of the icdr of the icdr. Raises type.
;;> SRFI 116.
;;> Example: (icadddr (iq (((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 15
(define (icadddr ipair)
  (%icar
   (%icdr
    (%icdr
     (%icdr ipair 'icadddr)
     'icadddr)
    'icadddr)
   'icadddr))

;;> (icdaaar ipair): the icdr of the icar of the icar of the icar. Raises type.
;;> SRFI 116.
;;> Example: (icdaaar (iq (((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 2
(define (icdaaar ipair)
  (%icdr
   (%icar
    (%icar
     (%icar ipair 'icdaaar)
     'icdaaar)
    'icdaaar)
   'icdaaar))

;;> (icdaadr ipair): the icdr of the icar of the icar of the icdr. Raises type.
;;> SRFI 116.
;;> Example: (icdaadr (iq (((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 10
(define (icdaadr ipair)
  (%icdr
   (%icar
    (%icar
     (%icdr ipair 'icdaadr)
     'icdaadr)
    'icdaadr)
   'icdaadr))

;;> (icdadar ipair): the icdr of the icar of the icdr of the icar. Raises type.
;;> SRFI 116.
;;> Example: (icdadar (iq (((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 6
(define (icdadar ipair)
  (%icdr
   (%icar
    (%icdr
     (%icar ipair 'icdadar)
     'icdadar)
    'icdadar)
   'icdadar))

;;> (icdaddr ipair): the icdr of the icar of the icdr of the icdr. Raises type.
;;> SRFI 116.
;;> Example: (icdaddr (iq (((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 14
(define (icdaddr ipair)
  (%icdr
   (%icar
    (%icdr
     (%icdr ipair 'icdaddr)
     'icdaddr)
    'icdaddr)
   'icdaddr))

;;> (icddaar ipair): the icdr of the icdr of the icar of the icar. Raises type.
;;> SRFI 116.
;;> Example: (icddaar (iq (((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 4
(define (icddaar ipair)
  (%icdr
   (%icdr
    (%icar
     (%icar ipair 'icddaar)
     'icddaar)
    'icddaar)
   'icddaar))

;;> (icddadr ipair): the icdr of the icdr of the icar of the icdr. Raises type.
;;> SRFI 116.
;;> Example: (icddadr (iq (((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 12
(define (icddadr ipair)
  (%icdr
   (%icdr
    (%icar
     (%icdr ipair 'icddadr)
     'icddadr)
    'icddadr)
   'icddadr))

;;> (icdddar ipair): the icdr of the icdr of the icdr of the icar. Raises type.
;;> SRFI 116.
;;> Example: (icdddar (iq (((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 8
(define (icdddar ipair)
  (%icdr
   (%icdr
    (%icdr
     (%icar ipair 'icdddar)
     'icdddar)
    'icdddar)
   'icdddar))

;;> (icddddr ipair): the icdr of the icdr of the icdr of the icdr. Raises type.
;;> SRFI 116.
;;> Example: (icddddr (iq (((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 16
(define (icddddr ipair)
  (%icdr
   (%icdr
    (%icdr
     (%icdr ipair 'icddddr)
     'icddddr)
    'icddddr)
   'icddddr))

;;> (ifirst ilist): its element 0, counted from 0. Raises type, range. SRFI 116.
;;> Example: (ifirst (iq 0 1 2 3 4 5 6 7 8 9)) => 0
(define (ifirst ilist) (%ref ilist 0 'ifirst))

;;> (isecond ilist): its element 1, counted from 0. Raises type, range. SRFI
;;> 116.
;;> Example: (isecond (iq 0 1 2 3 4 5 6 7 8 9)) => 1
(define (isecond ilist) (%ref ilist 1 'isecond))

;;> (ithird ilist): its element 2, counted from 0. Raises type, range. SRFI 116.
;;> Example: (ithird (iq 0 1 2 3 4 5 6 7 8 9)) => 2
(define (ithird ilist) (%ref ilist 2 'ithird))

;;> (ifourth ilist): its element 3, counted from 0. Raises type, range. SRFI
;;> 116.
;;> Example: (ifourth (iq 0 1 2 3 4 5 6 7 8 9)) => 3
(define (ifourth ilist) (%ref ilist 3 'ifourth))

;;> (ififth ilist): its element 4, counted from 0. Raises type, range. SRFI 116.
;;> Example: (ififth (iq 0 1 2 3 4 5 6 7 8 9)) => 4
(define (ififth ilist) (%ref ilist 4 'ififth))

;;> (isixth ilist): its element 5, counted from 0. Raises type, range. SRFI 116.
;;> Example: (isixth (iq 0 1 2 3 4 5 6 7 8 9)) => 5
(define (isixth ilist) (%ref ilist 5 'isixth))

;;> (iseventh ilist): its element 6, counted from 0. Raises type, range. SRFI
;;> 116.
;;> Example: (iseventh (iq 0 1 2 3 4 5 6 7 8 9)) => 6
(define (iseventh ilist) (%ref ilist 6 'iseventh))

;;> (ieighth ilist): its element 7, counted from 0. Raises type, range. SRFI
;;> 116.
;;> Example: (ieighth (iq 0 1 2 3 4 5 6 7 8 9)) => 7
(define (ieighth ilist) (%ref ilist 7 'ieighth))

;;> (ininth ilist): its element 8, counted from 0. Raises type, range. SRFI 116.
;;> Example: (ininth (iq 0 1 2 3 4 5 6 7 8 9)) => 8
(define (ininth ilist) (%ref ilist 8 'ininth))

;;> (itenth ilist): its element 9, counted from 0. Raises type, range. SRFI 116.
;;> Example: (itenth (iq 0 1 2 3 4 5 6 7 8 9)) => 9
(define (itenth ilist) (%ref ilist 9 'itenth))
