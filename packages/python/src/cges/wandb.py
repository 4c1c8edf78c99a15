"""Weights & Biases (extra ``wandb``)."""

from __future__ import annotations

from typing import Any

import wandb

from .figures import Source, figures_of
from .fleet.table import Table


def log_run(source: Source, project: str, *, name: str = "replay", **init: Any) -> str:
    """Log an evaluation that has ended, or a replay, as a run of its own; returns the run's id.

    Figures become the run's summary, shares of unresolved questions a metric whose step is the number of calls, methods
    and their curves tables, settings its config. ``init`` goes to ``wandb.init``, such as ``mode="offline"``.
    """
    figures = figures_of(source, name)
    run = wandb.init(project=project, name=figures.name, config=dict(figures.settings), **init)
    with run:
        tables = {"methods": _table(figures.methods)}
        if len(figures.curves) > 0:
            tables["curves"] = _table(figures.curves)
        run.log(tables, step=0)
        for drawn in range(max((len(shares) for shares in figures.unresolved.values()), default=0)):
            reached = {label: shares[drawn] for label, shares in figures.unresolved.items() if drawn < len(shares)}
            run.log({f"unresolved/{label}": share for label, share in reached.items()}, step=drawn)
        run.summary.update(dict(figures.metrics))
        return str(run.id)


def _table(rows: Table) -> wandb.Table:
    columns = rows.columns
    return wandb.Table(columns=columns, data=[[row.get(column) for column in columns] for row in rows])
