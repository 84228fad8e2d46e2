# Read which process groups begin and end. At the end of the input, kill the groups that are left.
trap '' HUP INT TERM
groups=" "
while read -r sign group; do
    case $sign in
        begins) groups="$groups$group " ;;
        ends) groups="${groups%% "$group" *} ${groups#* "$group" }" ;;
    esac
done
for group in $groups; do
    [ "${group%:*}" = 0 ] || kill -s KILL -- "-${group%:*}"
    case $group in *:?*) mark=${group#*:} ;; *) mark= ;; esac
    while [ "$mark" ] && marked=$(grep -alF -- "$mark" /proc/[0-9]*/environ; true) && [ "$marked" ]; do
        for file in $marked; do file=${file%/environ}; kill -s KILL "${file#/proc/}"; done
    done
done
