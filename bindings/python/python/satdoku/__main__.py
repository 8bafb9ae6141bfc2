"""The command line: ``python -m satdoku``."""

import signal
import sys

from satdoku._satdoku import run_program


def main() -> int:
    """Run the command line with the arguments of this process; returns the exit status."""
    # The command line takes Ctrl-C for itself; where it does not, Ctrl-C ends the process as it does any other.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run_program(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
