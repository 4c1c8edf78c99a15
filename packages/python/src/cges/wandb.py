"""Weights & Biases (extra ``wandb``)."""

from __future__ import annotations

from typing import Any

import wandb

from .figures import Source, figures_of


def log_run(source: Source, project: str, *, name: str = "replay", **init: Any) -> str:
    """Log an evaluation that has ended, or a replay, as a run of its own; returns the run's id.

    Figures become the run's summary, methods and unresolved questions tables, settings its config. ``init`` goes to
    ``wandb.init``, such as ``mode="offline"``.
    """
    figures = figures_of(source, name)
    run = wandb.init(project=project, name=figures.name, config=dict(figures.settings), **init)
    with run:
        columns = figures.methods.columns
        rows = [[row.get(column) for column in columns] for row in figures.methods]
        tables: dict[str, Any] = {"methods": wandb.Table(columns=columns, data=rows)}
        shares = figures.unresolved.items()
        points = [[label, calls, share] for label, each in shares for calls, share in enumerate(each)]
        if points:
            tables["unresolved"] = wandb.Table(columns=["method", "calls", "share"], data=points)
        run.log(tables)
        run.summary.update(dict(figures.metrics))
        return str(run.id)
