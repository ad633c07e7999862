(define-derived-mode pgn-mode text-mode "PGN")
(add-to-list 'auto-mode-alist '("\\.pgn\\'" . pgn-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '((pgn-mode markdown-mode latex-mode LaTeX-mode rst-mode adoc-mode org-mode text-mode)
                 . ("gbr-lsp" "server"))))

(dolist (hook '(pgn-mode-hook markdown-mode-hook latex-mode-hook LaTeX-mode-hook rst-mode-hook))
  (add-hook hook #'eglot-ensure))
