"""Calls that start a process, commands that read or write, and modes of files.

Room: checks, middle. Data only. Not here: how a command line is judged (`_system`).
"""

from __future__ import annotations

from typing import Final

from toolcrib.checks.writes._names import word_set

PROCESS_CALLS: Final = word_set(
    "subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen "
    "subprocess.getoutput subprocess.getstatusoutput os.system os.popen os.execv os.execvp os.spawnv os.startfile "
    "asyncio.create_subprocess_exec asyncio.create_subprocess_shell asyncio.subprocess.create_subprocess_exec "
    "anyio.run_process anyio.open_process trio.run_process pexpect.spawn pexpect.run"
)
RUN_ELSEWHERE: Final[dict[str, frozenset[str]]] = {
    "paramiko": word_set("exec_command invoke_shell"),
    "fabric": word_set("run sudo local"),
    "invoke": word_set("run sudo"),
    "asyncssh": word_set("run create_process"),
    "winrm": word_set("run_cmd run_ps"),
    "pexpect": word_set("sendline spawn run"),
}
"""By package: what runs the command that it is given, on this machine or another."""
READ_COMMANDS: Final[dict[str, frozenset[str] | None]] = {
    "git": word_set(
        "log status diff show blame branch rev-parse ls-files ls-tree ls-remote describe cat-file rev-list shortlog "
        "remote config grep for-each-ref show-ref merge-base name-rev reflog symbolic-ref version help check-ignore"
    ),
    "kubectl": word_set("get describe logs top explain api-resources api-versions version config cluster-info diff"),
    "docker": word_set("ps images inspect logs info version stats top port history search events context"),
    "podman": word_set("ps images inspect logs info version stats top port history search"),
    "finch": word_set("ps images inspect logs info version stats top"),
    "gh": word_set("api search status auth"),
    "npm": word_set("ls list view info outdated search version audit"),
    "pip": word_set("list show freeze index check"),
    "uv": word_set("tree version pip"),
    "cargo": word_set("metadata tree search check version"),
    "go": word_set("list version env doc vet"),
    "terraform": word_set("show plan validate output version graph providers"),
    "helm": word_set("list get status history show search template version"),
    "aws": None,
    "az": None,
    "gcloud": None,
    "systemctl": word_set("status show list-units is-active is-enabled cat"),
    "brew": word_set("list info search outdated"),
    "apt": word_set("list show search policy"),
    **dict.fromkeys(
        sorted(
            word_set(
                "ls cat head tail grep rg egrep fgrep find fd wc sort uniq cut awk jq yq stat file du df ps top "
                "pgrep which where whereis whoami id groups uname hostname date uptime env printenv echo printf pwd "
                "tree diff cmp md5sum sha256sum ping dig nslookup host netstat ss lsof ifconfig ip arp traceroute "
                "ffprobe exiftool identify pdftotext tesseract sw_vers system_profiler ioreg vm_stat free lscpu "
                "nvidia-smi rocm-smi sysctl journalctl ast-grep sg ruff mypy pyright eslint shellcheck hadolint "
                "bandit semgrep trivy cfn-lint checkov ctags nm objdump readelf true test sleep"
            )
        ),
        None,
    ),
}
"""Commands that read, with the first arguments under which they do; None: under all."""
WRITE_COMMANDS: Final = word_set(
    "rm mv cp mkdir rmdir touch chmod chown ln dd tee truncate kill pkill killall reboot shutdown install scp rsync "
    "make cmake npx sudo su useradd userdel passwd crontab mount umount mkfs iptables service launchctl osascript "
    "open xdg-open notify-send say mail sendmail"
)
WRITE_MODES: Final = frozenset("wax+")
