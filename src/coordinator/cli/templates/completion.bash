# For bash and zsh: source <(coordinator --completion bash)
[ -n "${ZSH_VERSION-}" ] && autoload -U +X bashcompinit && bashcompinit

_coordinator() {
    local current=${COMP_WORDS[COMP_CWORD]} word page names given=()
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        [ "${word#-}" = "$word" ] && given+=("$word")
    done
    if [ ${#given[@]} -eq 0 ]; then
        page=$(coordinator --help)
    else
        page=$(coordinator "${given[@]:0:2}" --help 2>/dev/null) || page=$(coordinator "${given[@]:0:1}" --help 2>/dev/null)
    fi
    case $current in
    -*) names=$(printf '%s\n' "$page" | grep -oE -e '--[a-z][a-z-]*' | sort -u) ;;
    *) case "${#given[@]} ${given[*]}" in
        "1 show" | "1 decide" | "1 resume" | "1 cancel" | "1 answer" | "2 seat record")
            names=$(coordinator list 2>/dev/null | grep -oE '^[^ ]+[.-][^ ]+') ;;
        "0 "*) names=$(printf '%s\n' "$page" | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p') ;;
        1*) names=$(printf '%s\n' "$page" | sed -n '/^ *Commands:/,$s/^ *\([a-z][a-z]*\)  .*/\1/p') ;;
        esac ;;
    esac
    COMPREPLY=($(compgen -W "$names" -- "$current"))
}
complete -o default -F _coordinator coordinator
