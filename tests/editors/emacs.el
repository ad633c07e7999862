;;; emacs --batch -q -l SNIPPET -l emacs.el -f gbr-drive: eglot in a folder with copies of the examples.  -*- lexical-binding: t -*-

(require 'cl-lib)
(require 'eglot)
(require 'flymake)
(require 'markdown-mode)
(setq eglot-sync-connect t
      eglot-autoshutdown t)

(defun gbr-check (holds what shown)
  (princ (format "  %s%s: %s\n" (if holds "ok    " "FAIL  ") what shown))
  (unless holds (kill-emacs 1)))

(defun gbr-wait-for (condition)
  "What CONDITION returns as soon as that is not nil, and after how many milliseconds."
  (let ((begun (float-time)) said)
    (while (and (not (setq said (funcall condition))) (< (- (float-time) begun) 10))
      (accept-process-output nil 0.01))
    (list said (format "%.0f ms" (* 1000 (- (float-time) begun))))))

(defun gbr-open (file)
  "Visits FILE; eglot starts behind the command that does so."
  (switch-to-buffer (find-file-noselect file))
  (run-hooks 'post-command-hook)
  (gbr-check (car (gbr-wait-for #'eglot-current-server)) file (format "%s, managed by eglot" major-mode)))

(defun gbr-tell-changes ()
  "Sends the edits now: the timer that does it is idle, and nothing is idle in a batch."
  (eglot--signal-textDocument/didChange))

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

(defun gbr-drive ()
  (gbr-open "manuscript.md")
  (cl-destructuring-bind (found took) (gbr-wait-for #'gbr-diagnostics)
    (gbr-check (equal (mapcar #'car found) (gbr-checked "manuscript.md"))
               "diagnostics are those of check" (format "%S after %s" (mapcar #'car found) took))
    (let ((control (nth 1 found)))
      (gbr-check (and (equal (seq-take control 2) '("31:14" "31:17")) (string-search "make the control 5/4" (nth 2 control)))
                 "control-mismatch" control)))

  (goto-char (point-min))
  (search-forward "a1a7 0000")
  (let* (said (begun (float-time)))
    (run-hook-with-args 'eldoc-documentation-functions (lambda (text &rest _) (when text (setq said text))))
    (gbr-wait-for (lambda () (and said (string-search "king" said))))
    (gbr-check (and (string-search "king, 4 pawns" said) (string-search "king, 3 pawns" said))
               (format "hover after %.0f ms" (* 1000 (- (float-time) begun))) (concat "\n" (substring-no-properties said))))

  (goto-char (point-min))
  (insert "\n")
  (gbr-tell-changes)
  (cl-destructuring-bind (found took) (gbr-wait-for (lambda () (gbr-diagnostics 23)))
    (gbr-check found "a new line above moves the diagnostics" (format "%S after %s" (mapcar #'car found) took)))

  (goto-char (point-max))
  (insert "\ng3g1 0323.12 a3")
  (let* ((begun (float-time))
         (offered (eglot-completion-at-point))
         (typed (buffer-substring-no-properties (car offered) (cadr offered)))
         (items (completion-all-completions
                 typed (nth 2 offered) nil (length typed) (completion-metadata typed (nth 2 offered) nil))))
    (when (consp items) (setcdr (last items) nil)) ; the tail is a number
    (gbr-check (< 1 (length items)) (format "completion after %.0f ms" (* 1000 (- (float-time) begun)))
               (format "%S continue %S" (mapcar #'substring-no-properties (seq-take items 5)) typed))
    (delete-region (car offered) (cadr offered))
    (insert (car items))
    (funcall (plist-get (nthcdr 3 offered) :exit-function) (car items) 'finished)
    (let ((line (buffer-substring-no-properties (line-beginning-position) (line-end-position))))
      (gbr-check (string-match-p "\\`g3g1 0323\\.12 a3 ?[a-h][1-8]" line) "an item is taken" line)))

  (dolist (file '("collection.pgn" "manuscript.tex"))
    (gbr-open file)
    (cl-destructuring-bind (found took) (gbr-wait-for #'gbr-diagnostics)
      (gbr-check (equal (mapcar #'car found) (gbr-checked file))
                 "diagnostics are those of check" (format "%S after %s" (mapcar #'car found) took))))
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer (set-buffer-modified-p nil))))

(defun gbr-die ()
  (gbr-open "manuscript.md")
  (gbr-wait-for #'gbr-diagnostics)
  (signal-process (emacs-pid) 'SIGKILL))
