/** Scripts that ask the command itself for candidates, so that they never become outdated. */
export const scripts = {
  bash: `# Completion of app-platform in bash: source <(app-platform completion bash)
_app_platform() {
  local IFS=$'\\n' current="\${COMP_WORDS[COMP_CWORD]}" line
  COMPREPLY=()
  for line in $("\${COMP_WORDS[0]}" __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null); do
    case "$line" in
      :folders) COMPREPLY=($(compgen -d -- "$current")) ;;
      :files) COMPREPLY=($(compgen -f -- "$current")) ;;
      *) COMPREPLY+=("$(printf %q "\${line%%$'\\t'*}")") ;;
    esac
  done
}
complete -F _app_platform app-platform`,
  zsh: `#compdef app-platform
# Completion of app-platform in zsh: source <(app-platform completion zsh)
_app_platform() {
  local -a lines
  lines=("\${(@f)$("\${words[1]}" __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  case "\${lines[1]}" in
    :folders) _path_files -/ ;;
    :files) _files ;;
    ?*)
      lines=("\${(@)lines//:/\\\\:}")
      lines=("\${(@)lines/$'\\t'/:}")
      _describe app-platform lines
      ;;
  esac
}
compdef _app_platform app-platform`,
  fish: `# Completion of app-platform in fish: app-platform completion fish | source
function __app_platform_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l lines ($words[1] __complete -- $words[2..-1] "$current" 2>/dev/null)
  switch "$lines[1]"
    case :folders
      __fish_complete_directories "$current"
    case :files
      __fish_complete_path "$current"
    case '*'
      printf '%s\\n' $lines
  end
end
complete -c app-platform -f -a '(__app_platform_complete)'`,
} as const;

export type Shell = keyof typeof scripts;
