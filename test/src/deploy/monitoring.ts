import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { ROOT } from './root.js'

export interface AlertRule {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: Record<string, string>
}

const MONITORING = `${ROOT}k8s/chart/files/`

/** Reads the alerts as Prometheus takes them. */
export function alertGroups(): { name: string; rules: AlertRule[] }[] {
  const { groups } = parse(readFileSync(`${MONITORING}alerts.yaml`, 'utf8')) as {
    groups: { name: string; rules: AlertRule[] }[]
  }
  return groups
}

/** Reads the alerts of the example for a cluster, whose metrics are not ours. */
export function clusterAlerts(): AlertRule[] {
  const { spec } = parse(readFileSync(`${ROOT}k8s/examples/alerts.yaml`, 'utf8')) as {
    spec: { groups: { rules: AlertRule[] }[] }
  }
  return spec.groups.flatMap(({ rules }) => rules)
}

/** Reads the queries of the dashboard's panels. */
export function panelQueries(): { of: string; expr: string; exemplar: boolean }[] {
  const { panels } = JSON.parse(readFileSync(`${MONITORING}cges-fleet.json`, 'utf8')) as {
    panels: { title: string; targets: { expr: string; exemplar?: boolean }[] }[]
  }
  return panels.flatMap(({ title, targets }) =>
    targets.map(({ expr, exemplar = false }) => ({ of: title, expr, exemplar })),
  )
}
