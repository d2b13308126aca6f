/** The scripts that make a shell ask this program for words. docs/command-line.md#completion */

/** Bash parts words at `=` and `:`; the program parts the line itself, and answers with the rest of the last part. */
const BASH = `_notedb() {
  local word
  COMPREPLY=()
  while IFS= read -r word; do
    [ -n "$word" ] && COMPREPLY+=("$word")
  done < <(notedb completion line -- "\${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
  if [ "\${#COMPREPLY[@]}" -gt 0 ] && [[ "\${COMPREPLY[0]}" == *[=,] ]]; then compopt -o nospace 2>/dev/null; fi
}
complete -o default -F _notedb notedb
`;

const ZSH = `#compdef notedb
_notedb() {
  local word
  local -a open whole
  for word in "\${(@f)$(notedb completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $word in
      '') ;;
      *[=,]) open+=("$word") ;;
      *) whole+=("$word") ;;
    esac
  done
  if (( $#open + $#whole == 0 )); then _files; return; fi
  (( $#open )) && compadd -S '' -- "\${open[@]}"
  (( $#whole )) && compadd -- "\${whole[@]}"
  return 0
}
if [ "$funcstack[1]" = "_notedb" ]; then _notedb "$@"; else compdef _notedb notedb; fi
`;

const FISH = `function __notedb_words
  set -l words (commandline -opc) (commandline -ct)
  set -l found (notedb completion words -- $words[2..-1] 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c notedb -f -a '(__notedb_words)'
`;

export const COMPLETION_SCRIPTS: Readonly<Record<string, string>> = { bash: BASH, zsh: ZSH, fish: FISH };
export const SHELLS: readonly string[] = Object.keys(COMPLETION_SCRIPTS);
