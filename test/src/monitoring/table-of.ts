import type { AlertRule } from '../deploy/monitoring.js'

interface Seen {
  readonly alerts: readonly AlertRule[]
  readonly panels: readonly { readonly of: string; readonly expr: string }[]
  /** By rule, whether it was evaluated, and why not. */
  readonly health: ReadonlyMap<string, string>
  /** By alert, how it fired. */
  readonly fired: ReadonlyMap<string, readonly string[]>
  /** By query, how many series it had. */
  readonly series: ReadonlyMap<string, number>
}

/** Writes what a live Prometheus made of the chart's rules and panels as a table. */
export function tableOf({ alerts, panels, health, fired, series }: Seen): string {
  const rules = alerts.map(({ alert }) => [
    alert,
    health.get(alert) ?? 'not asked',
    fired.get(alert)?.join(', ') ?? '–',
  ])
  const queries = panels.map(({ of, expr }) => [of, String(series.get(expr) ?? 'not asked'), metricsIn(expr)])
  return `${columns([['rule', 'evaluated', 'fired'], ...rules])}\n\n${columns([['panel', 'series', 'of'], ...queries])}\n`
}

function metricsIn(expr: string): string {
  return [...new Set(expr.match(/\b(?:fleet|vllm|bullmq|nodejs|process)[_:]\w+/g))].join(' ')
}

function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
