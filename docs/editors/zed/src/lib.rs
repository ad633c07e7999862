use zed_extension_api as zed;

struct GbrLsp;

impl zed::Extension for GbrLsp {
    fn new() -> Self {
        GbrLsp
    }

    fn language_server_command(
        &mut self,
        _server: &zed::LanguageServerId,
        worktree: &zed::Worktree,
    ) -> zed::Result<zed::Command> {
        let program = worktree
            .which("gbr-lsp")
            .ok_or("gbr-lsp is not on the PATH")?;
        Ok(zed::Command {
            command: program,
            args: vec!["server".into()],
            env: worktree.shell_env(),
        })
    }
}

zed::register_extension!(GbrLsp);
