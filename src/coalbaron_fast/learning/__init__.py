"""How the engine learns what a position is worth: self-play, labels, a fit, a gate.

Every stage is a command of `coalbaron-engine learn` and can be stopped and gone on with at any
moment.
"""

import os

# Before JAX is imported: on one thread the same sums are made in the same order on every run.
os.environ.setdefault(
    "XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
)
