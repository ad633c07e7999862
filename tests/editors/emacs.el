;;; emacs -nw -q -l CLIENT -l SNIPPET -l emacs.el -f gbr-drive: an Emacs in a terminal, in a folder with copies of
;;; the examples.  CLIENT is eglot or lsp-mode; commands are given by their keys.  -*- lexical-binding: t -*-

(require 'cl-lib)
(require 'seq)
(require 'flymake)
(require 'markdown-mode)

(defvar company-candidates)
(defconst gbr-uses-eglot (featurep 'eglot))
(setq eglot-autoshutdown t
      lsp-auto-guess-root t ; else it asks for the folder of the project, in a timer
      lsp-keep-workspace-alive nil)

(defun gbr-tell (text)
  (let ((coding-system-for-write 'utf-8-emacs))
    (write-region text nil (getenv "GBR_REPORT") t 'silent)))

(defun gbr-check (holds what shown)
  "Tells what holds; Emacs ends at what does not."
  (gbr-tell (format "  %s%s: %s\n" (if holds "ok    " "FAIL  ") what shown))
  (unless holds
    (gbr-tell (format "messages:\n%s" (gbr-text "*Messages*")))
    (kill-emacs 1)))

(defun gbr-text (buffer)
  (if (get-buffer buffer)
      (with-current-buffer buffer (buffer-substring-no-properties (point-min) (point-max)))
    ""))

(defun gbr-wait-for (condition)
  "What CONDITION returns as soon as that is not nil, and after how many milliseconds.
Emacs reads keys meanwhile, those of `gbr-keys' first, so that what it does when it is idle is done."
  (let* ((begun (float-time))
         (said nil)
         (timer (run-with-timer 0 0.02 (lambda ()
                                         (unless (or this-command unread-command-events (active-minibuffer-window))
                                           (setq said (with-current-buffer (window-buffer) (funcall condition))))
                                         (when (or said (< 10 (- (float-time) begun)))
                                           (exit-recursive-edit))))))
    (unwind-protect (recursive-edit) (cancel-timer timer))
    (set-buffer (window-buffer))
    (list said (format "%.0f ms" (* 1000 (- (float-time) begun))))))

(defun gbr-type (keys)
  "Types KEYS, a string or vector, and is back when Emacs waits for more."
  (setq unread-command-events (listify-key-sequence keys))
  (unless (car (gbr-wait-for #'always)) (gbr-check nil "typed" keys)))

(defun gbr-keys (&rest keys)
  (gbr-type (kbd (string-join keys " "))))

(defun gbr-open (file)
  (gbr-keys (format "C-x C-f C-a C-k %s RET" file))
  (let ((managed (if gbr-uses-eglot #'eglot-managed-p (lambda () (and (bound-and-true-p lsp-mode) (lsp-workspaces))))))
    (gbr-check (car (gbr-wait-for managed)) file
               (format "%s, managed by %s" major-mode (if gbr-uses-eglot "eglot" "lsp-mode")))))

(defun gbr-at (position)
  (save-excursion
    (goto-char position)
    (format "%d:%d" (line-number-at-pos) (1+ (- (point) (line-beginning-position))))))

(defun gbr-diagnostics (&optional first)
  "The diagnostics in short, once there are any and the first is on line FIRST."
  (let ((found (sort (mapcar (lambda (one)
                               (list (gbr-at (flymake-diagnostic-beg one)) (gbr-at (flymake-diagnostic-end one))
                                     (flymake-diagnostic-text one)))
                             (flymake-diagnostics))
                     (lambda (one other) (version< (subst-char-in-string ?: ?. (car one))
                                                   (subst-char-in-string ?: ?. (car other)))))))
    (and found
         (or (not first) (string-prefix-p (format "%d:" first) (caar found)))
         found)))

(defun gbr-checked (file)
  "The lines and columns at which `gbr-lsp check' finds something in FILE."
  (mapcar (lambda (line) (mapconcat #'identity (seq-subseq (split-string line ":") 1 3) ":"))
          (split-string (shell-command-to-string (concat "gbr-lsp check --output-format concise " file)) "\n" t)))

(defun gbr-check-diagnostics (file)
  "Those of FILE are those of `gbr-lsp check'; returns them."
  (cl-destructuring-bind (found took) (gbr-wait-for #'gbr-diagnostics)
    (gbr-check (equal (mapcar #'car found) (gbr-checked file))
               "diagnostics are those of check" (format "%S after %s" (mapcar #'car found) took))
    found))

(defun gbr-line ()
  (buffer-substring-no-properties (line-beginning-position) (line-end-position)))

(defun gbr-shown-help ()
  "What the buffers of eldoc and of lsp-mode's help say, if that is of the code."
  (seq-find (lambda (text) (string-search "king, 4 pawns" text))
            (mapcar #'gbr-text (seq-filter (lambda (name) (string-match-p "eldoc\\|lsp-help" name))
                                           (mapcar #'buffer-name (buffer-list))))))

(defun gbr-show-hover ()
  (gbr-keys "M-g g 3 1 RET C-a C-f C-f C-f"
            (if gbr-uses-eglot "M-x eldoc RET" "M-x lsp-describe-thing-at-point RET"))
  (cl-destructuring-bind (said took) (gbr-wait-for #'gbr-shown-help)
    (gbr-check (and said (string-search "king, 3 pawns" said) (string-search "♙ · · ♙ · ♙" said))
               (format "hover after %s" took) (concat "\n" said)))
  (gbr-keys "C-x 1"))

(defun gbr-fix ()
  "The user asks for the actions at line 31, column 14, and takes one by its title."
  (gbr-keys "M-g g 3 1 RET C-a C-u 1 3 C-f"
            (format "M-x %s RET Change SPC 4/3 SPC to SPC 5/4 RET" (if gbr-uses-eglot "eglot-code-actions" "lsp-execute-code-action")))
  (gbr-check (equal (gbr-line) "a1a7 0000.43 5/4 Win") "Change 4/3 to 5/4" (gbr-line))
  (cl-destructuring-bind (found took)
      (gbr-wait-for (lambda () (let ((found (gbr-diagnostics))) (and (= (length found) 2) found))))
    (gbr-check (equal (mapcar #'car found) '("22:1" "42:13"))
               "the finding is gone" (format "%S after %s" (mapcar #'car found) took)))
  (let ((before (with-temp-buffer (insert-file-contents "manuscript.md") (buffer-string))))
    (gbr-keys "C-x C-s")
    (gbr-check (equal (with-temp-buffer (insert-file-contents "manuscript.md") (buffer-string))
                      (string-replace "a1a7 0000.43 4/3" "a1a7 0000.43 5/4" before))
               "nothing else is changed" "in the file")))

(defun gbr-complete ()
  "With eglot the user asks for completions, and takes one in their window; with lsp-mode company shows them by itself."
  (gbr-keys "M-> RET")
  ;; Emacs 28 offers only what continues the word before the cursor, and there is none behind a blank.
  (gbr-type (if (and gbr-uses-eglot (< emacs-major-version 29)) "g3g1 0323.12 " "g3g1 0323.12 a3"))
  (when gbr-uses-eglot (gbr-keys "M-x completion-at-point RET"))
  (let* ((typed (gbr-line))
         (wanted (concat "\\`" (regexp-quote typed) "[a-h][1-8]\\'"))
         (keys (kbd (if gbr-uses-eglot "M-x switch-to-completions RET RET" "RET")))
         (items nil))
    ;; The keys are typed while it waits: company closes its list when the editing begins anew.
    (gbr-wait-for (lambda ()
                    (if items
                        (string-match-p wanted (gbr-line))
                      (when (setq items (gbr-completions))
                        (setq unread-command-events (listify-key-sequence keys))
                        nil))))
    (gbr-check (< 20 (length items)) "completion" (format "%S continue %S" (seq-take items 5) typed))
    (gbr-check (string-match-p wanted (gbr-line)) "an item is taken" (gbr-line)))
  (gbr-keys "C-x 1"))

(defun gbr-completions ()
  (if gbr-uses-eglot
      (seq-filter (lambda (word) (string-match-p "\\`[a-h][1-8]\\'" word)) (split-string (gbr-text "*Completions*")))
    (mapcar #'substring-no-properties company-candidates)))

(defun gbr-drive ()
  (condition-case failed (gbr-drive-all) (error (gbr-check nil "no error" failed))))

(defun gbr-drive-all ()
  (gbr-open "manuscript.md")
  (let ((control (nth 1 (gbr-check-diagnostics "manuscript.md"))))
    (gbr-check (and (equal (seq-take control 2) '("31:14" "31:17")) (string-search "control should be 5/4" (nth 2 control)))
               "control-mismatch" control))
  (gbr-show-hover)
  (gbr-fix)
  (gbr-keys "M-< C-o")
  (cl-destructuring-bind (found took) (gbr-wait-for (lambda () (gbr-diagnostics 23)))
    (gbr-check found "a new line above moves the diagnostics" (format "%S after %s" (mapcar #'car found) took)))
  (gbr-complete)
  (dolist (file '("collection.pgn" "manuscript.tex"))
    (gbr-open file)
    (gbr-check-diagnostics file))
  (gbr-check (not (string-match-p "error" (downcase (gbr-text "*Messages*")))) "no error" "in the messages")
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer (set-buffer-modified-p nil)))
  (gbr-keys "C-x C-c"))

(defun gbr-die ()
  (gbr-open "manuscript.md")
  (gbr-wait-for #'gbr-diagnostics)
  (signal-process (emacs-pid) 'SIGKILL))
