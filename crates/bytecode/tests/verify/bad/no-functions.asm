;; error: function 0 is the entry and must be code without parameters and free values
unit empty
