const OPEN_METRICS = 'application/openmetrics-text'
const META = /^# (HELP|TYPE) (\S+) (.*)$/
const EXEMPLAR = / # \{trace_id="[0-9a-f]{32}"\} \S+ \S+$/

export interface Exposition {
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
