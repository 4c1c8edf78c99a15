const OPEN_METRICS = 'application/openmetrics-text'
const META = /^# (HELP|TYPE) (\S+) (.*)$/
const EXEMPLAR = / # \{trace_id="[0-9a-f]{32}"\} \S+ \S+$/

interface Exposition {
  readonly contentType: string
  readonly text: string
}

/** Gives metrics in the form that a scraper asks for: OpenMetrics, with exemplars, or Prometheus' own text, which has none. */
export function exposition(openMetrics: string, accept: string | undefined): Exposition {
  return accept?.includes(OPEN_METRICS) === true
    ? { contentType: `${OPEN_METRICS}; version=1.0.0; charset=utf-8`, text: openMetrics }
    : plainExposition(openMetrics)
}

/** Rewrites OpenMetrics in Prometheus' own text, where counters are named as their series are. */
export function plainExposition(openMetrics: string): Exposition {
  const lines = openMetrics.split('\n').filter((line) => line !== '# EOF')
  const counters = new Set(lines.flatMap((line) => /^# TYPE (\S+) counter$/.exec(line)?.[1] ?? []))
  const text = lines.map((line) => {
    const [, what, name = '', rest] = META.exec(line) ?? []
    if (what === undefined) return line.replace(EXEMPLAR, '')
    return counters.has(name) ? `# ${what} ${name}_total ${rest}` : line
  })
  return { contentType: 'text/plain; version=0.0.4; charset=utf-8', text: text.join('\n') }
}

const SERIES = /^([a-zA-Z_:][\w:]*)\{(.*)\} (\S+)$/
const TEAM = /(^|,)team(?:_name)?="(?:[^"\\]|\\.)*"/
const TEAMS = new RegExp(TEAM, 'g')

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
    const rest = labels.replaceAll(TEAMS, '').replace(/^,/, '')
    const series = rest === '' ? name : `${name}{${rest}}`
    const before = together.get(series)
    const current = Number(value)
    together.set(
      series,
      before === undefined ? current : gauges.has(name) ? Math.max(before, current) : before + current,
    )
    return before === undefined ? [{ series }] : []
  })
  return written.map(({ line, series = '' }) => line ?? `${series} ${together.get(series)}`).join('\n')
}

/** The labels of an exemplar: the trace that a measurement belongs to; none if it was recorded in no trace. */
export function exemplarOf(traceparent: string | null): Record<string, string> {
  const [, trace] = traceparent?.split('-') ?? []
  return trace === undefined ? {} : { trace_id: trace }
}
