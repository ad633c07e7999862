(define-derived-mode pgn-mode text-mode "PGN")
(add-to-list 'auto-mode-alist '("\\.pgn\\'" . pgn-mode))

(with-eval-after-load 'lsp-mode
  (add-to-list 'lsp-language-id-configuration '(pgn-mode . "pgn"))
  (lsp-register-client
   (make-lsp-client
    :server-id 'gbr-lsp
    :new-connection (lsp-stdio-connection '("gbr-lsp" "server"))
    :activation-fn (lsp-activate-on "pgn" "markdown" "latex" "plaintext" "org" "restructuredtext")
    :completion-in-comments? t
    :add-on? t)))

(dolist (hook '(pgn-mode-hook markdown-mode-hook latex-mode-hook LaTeX-mode-hook))
  (add-hook hook #'lsp-deferred))
