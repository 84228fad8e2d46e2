# For fish: coordinator --completion fish | source
function __coordinator_words
    set -l given (commandline -opc)[2..-1]
    set -l given (string match -v -- '-*' $given)
    if test (count $given) -eq 0
        coordinator --help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p'
    else if test (count $given) -eq 1; and contains -- $given[1] show decide resume cancel answer
        coordinator list 2>/dev/null | grep -oE '^[^ ]+[.-][^ ]+'
    else if test (count $given) -eq 1
        coordinator $given --help 2>/dev/null | sed -n '/^ *Commands:/,$s/^ *\([a-z][a-z]*\)  .*/\1/p'
    end
end
function __coordinator_options
    set -l given (string match -v -- '-*' (commandline -opc)[2..-1])
    coordinator $given[1..2] --help 2>/dev/null | grep -oE -e '--[a-z][a-z-]*'
    or coordinator $given[1] --help 2>/dev/null | grep -oE -e '--[a-z][a-z-]*'
end
complete -c coordinator -a '(__coordinator_words)'
complete -c coordinator -n 'string match -q -- "-*" (commandline -ct)' -a '(__coordinator_options)'
