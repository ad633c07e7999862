(define-derived-mode pgn-mode text-mode "PGN")
(add-to-list 'auto-mode-alist '("\\.pgn\\'" . pgn-mode))

(with-eval-after-load 'eglot
  (dolist (mode '(text-mode org-mode rst-mode latex-mode LaTeX-mode markdown-mode pgn-mode))
    (add-to-list 'eglot-server-programs (list mode "gbr-lsp" "server"))))

(dolist (hook '(pgn-mode-hook markdown-mode-hook latex-mode-hook LaTeX-mode-hook))
  (add-hook hook #'eglot-ensure))
