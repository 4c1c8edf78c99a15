"""MLflow (extra ``mlflow``)."""

from __future__ import annotations

import json
from typing import Any, Optional

from mlflow.entities import Metric, Param, RunTag
from mlflow.tracking import MlflowClient

from .figures import Source, figures_of

#: The most metrics of one request to a server.
_BATCH = 1000


def log_run(source: Source, experiment: str, *, name: str = "replay", tracking_uri: Optional[str] = None) -> str:
    """Log an evaluation that has ended, or a replay, as a run of an experiment; returns the run's id.

    Figures become metrics, shares of unresolved questions a metric whose step is the number of calls, settings
    parameters, the methods and their curves ``methods.json`` and ``curves.json``. No run that is under way is touched.
    """
    figures = figures_of(source, name)
    client = MlflowClient(tracking_uri)
    found = client.get_experiment_by_name(experiment)
    experiment_id = client.create_experiment(experiment) if found is None else found.experiment_id
    run = client.create_run(experiment_id, run_name=figures.name)
    id, now = str(run.info.run_id), int(run.info.start_time)
    metrics = [Metric(key, value, now, 0) for key, value in figures.metrics.items()]
    for label, shares in figures.unresolved.items():
        metrics += [Metric(f"unresolved/{label}", share, now, calls) for calls, share in enumerate(shares)]
    try:
        client.log_batch(id, params=[Param(key, _text(value)) for key, value in figures.settings.items()])
        for start in range(0, len(metrics), _BATCH):
            client.log_batch(id, metrics=metrics[start : start + _BATCH])
        client.log_batch(id, tags=[RunTag("cges.source", str(figures.settings["source"]))])
        client.log_dict(id, {"methods": list(figures.methods)}, "methods.json")
        if len(figures.curves) > 0:
            client.log_dict(id, {"curves": list(figures.curves)}, "curves.json")
    except Exception:
        client.set_terminated(id, "FAILED")
        raise
    client.set_terminated(id)
    return id


def _text(value: Any) -> str:
    """A parameter has at most 6,000 characters."""
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 6000 else f"{text[:5999]}…"
