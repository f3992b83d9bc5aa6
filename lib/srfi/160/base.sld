;;; Vectors of numbers of one kind: what all kinds have.

(define-library (srfi 160 base)
  (import (mound syntax) (mound base)
          (only (scheme complex) imag-part make-rectangular real-part))
  (export
    c128? c128vector c128vector->list c128vector-length c128vector-ref
    c128vector-set! c128vector? c64? c64vector c64vector->list
    c64vector-length c64vector-ref c64vector-set! c64vector? f32?
    f32vector f32vector->list f32vector-length f32vector-ref
    f32vector-set! f32vector? f64? f64vector f64vector->list
    f64vector-length f64vector-ref f64vector-set! f64vector?
    list->c128vector list->c64vector list->f32vector list->f64vector
    list->s16vector list->s32vector list->s64vector list->s8vector
    list->u16vector list->u32vector list->u64vector list->u8vector
    make-c128vector make-c64vector make-f32vector make-f64vector
    make-s16vector make-s32vector make-s64vector make-s8vector
    make-u16vector make-u32vector make-u64vector make-u8vector s16?
    s16vector s16vector->list s16vector-length s16vector-ref
    s16vector-set! s16vector? s32? s32vector s32vector->list
    s32vector-length s32vector-ref s32vector-set! s32vector? s64?
    s64vector s64vector->list s64vector-length s64vector-ref
    s64vector-set! s64vector? s8? s8vector s8vector->list s8vector-length
    s8vector-ref s8vector-set! s8vector? u16? u16vector u16vector->list
    u16vector-length u16vector-ref u16vector-set! u16vector? u32?
    u32vector u32vector->list u32vector-length u32vector-ref
    u32vector-set! u32vector? u64? u64vector u64vector->list
    u64vector-length u64vector-ref u64vector-set! u64vector? u8? u8vector
    u8vector->list u8vector-length u8vector-ref u8vector-set! u8vector?)
  (include "base.scm" "kinds.scm"))
