;;; Bytevectors: R7RS-large, from R6RS.

(define-library (scheme bytevector)
  (import (mound syntax) (mound base)
          (only (srfi 135)
                textual->string textual->utf16be textual->utf16le
                utf16be->text utf16le->text))
  (export
    bytevector->sint-list bytevector->u8-list bytevector->uint-list
    bytevector-copy bytevector-copy! bytevector-fill!
    bytevector-ieee-double-native-ref bytevector-ieee-double-native-set!
    bytevector-ieee-double-ref bytevector-ieee-double-set!
    bytevector-ieee-single-native-ref bytevector-ieee-single-native-set!
    bytevector-ieee-single-ref bytevector-ieee-single-set!
    bytevector-length bytevector-s16-native-ref bytevector-s16-native-set!
    bytevector-s16-ref bytevector-s16-set! bytevector-s32-native-ref
    bytevector-s32-native-set! bytevector-s32-ref bytevector-s32-set!
    bytevector-s64-native-ref bytevector-s64-native-set!
    bytevector-s64-ref bytevector-s64-set! bytevector-s8-ref
    bytevector-s8-set! bytevector-sint-ref bytevector-sint-set!
    bytevector-u16-native-ref bytevector-u16-native-set!
    bytevector-u16-ref bytevector-u16-set! bytevector-u32-native-ref
    bytevector-u32-native-set! bytevector-u32-ref bytevector-u32-set!
    bytevector-u64-native-ref bytevector-u64-native-set!
    bytevector-u64-ref bytevector-u64-set! bytevector-u8-ref
    bytevector-u8-set! bytevector-uint-ref bytevector-uint-set!
    bytevector=? bytevector? endianness make-bytevector native-endianness
    sint-list->bytevector string->utf16 string->utf32 string->utf8
    u8-list->bytevector uint-list->bytevector utf16->string utf32->string
    utf8->string)
  (include "bytevector.scm" "bytevector-any.scm"))
