"""Renders the chart with Helm's own engine, as PyPI's helm-python-sdk brings it.

render.py render CHART VALUES REGISTRY prints the manifests, render.py lint CHART VALUES REGISTRY what is wrong, render.py
package CHART FOLDER the path of the archive. An empty REGISTRY is the chart's own.
"""

import sys

import helm_python as helm

action, chart_dir, path, registry = sys.argv[1:]


def values():
    with open(path, encoding="utf8") as file:
        given = helm.values_from_yaml(file.read()) or {}
    return {**given, "images": {**given.get("images", {}), "registry": registry}} if registry else given


if action == "package":
    print(helm.package(chart_dir, destination=path))
elif action == "lint":
    problems = helm.lint(chart_dir, values(), strict=True, namespace="cges-fleet")["errors"]
    print("\n".join(problems))
    sys.exit(1 if problems else 0)
else:
    with helm.Chart.load(chart_dir) as chart:
        rendered = chart.render(values(), name="fleet", namespace="cges-fleet")
    parts = [text.strip().removeprefix("---").strip() for _, text in sorted(rendered.items())]
    print("\n---\n".join(part for part in parts if part))
