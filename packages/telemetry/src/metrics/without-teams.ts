const SERIES = /^([a-zA-Z_:][\w:]*)\{(.*)\} (\S+)$/
const TEAM = /(^|,)team="(?:[^"\\]|\\.)*"/

/**
 * Aggregates metrics in Prometheus' form over teams: series that differ in their team alone become one, the maximum of
 * gauges and the sum of anything else. For scrapers that show no token.
 */
export function withoutTeams(text: string): string {
  const lines = text.split('\n')
  const gauges = new Set(lines.flatMap((line) => /^# TYPE (\S+) gauge$/.exec(line)?.[1] ?? []))
  const together = new Map<string, number>()
  const written = lines.flatMap((line): { readonly line?: string; readonly series?: string }[] => {
    const [, name = '', labels = '', value = ''] = SERIES.exec(line) ?? []
    if (!TEAM.test(labels)) return [{ line }]
    const rest = labels.replace(TEAM, '').replace(/^,/, '')
    const series = rest === '' ? name : `${name}{${rest}}`
    const before = together.get(series)
    const own = Number(value)
    together.set(series, before === undefined ? own : gauges.has(name) ? Math.max(before, own) : before + own)
    return before === undefined ? [{ series }] : []
  })
  return written.map(({ line, series = '' }) => line ?? `${series} ${together.get(series)}`).join('\n')
}
