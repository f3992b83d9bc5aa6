;;; Tasks: computations beside this process, whose results are waited for.

(define-library (mound task)
  (import
    (mound syntax) (mound base) (termite process) (mound call))
  (export
    async await await-all parallel-map task task-alive? task-pid task-stop!
    task?)
  (include "task.scm"))
