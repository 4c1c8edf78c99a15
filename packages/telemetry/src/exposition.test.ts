import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { exemplarOf, exposition, withoutTeams } from './exposition.js'
import { type ProcessRegistry, processRegistry } from './process-registry.js'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const ODD = 'a # {b="c"} 1 2'

/** The same in either form; exemplars in the one that has them. */
function measured<Any extends Registry | ProcessRegistry>(registry: Any): Any {
  const registers = [registry]
  new Counter({ name: 'drawn_total', help: 'what was drawn', labelNames: ['by'], registers }).inc({ by: ODD })
  new Gauge({ name: 'jobs_count', help: 'jobs', registers }).set(7)
  const enableExemplars = registry.contentType === Registry.OPENMETRICS_CONTENT_TYPE
  const seconds = new Histogram({ name: 'seconds', help: 'how # long', buckets: [1, 2], enableExemplars, registers })
  const one = (value: number, traceparent: string | null) =>
    enableExemplars ? seconds.observe({ value, exemplarLabels: exemplarOf(traceparent) }) : seconds.observe(value)
  one(0.5, `00-${TRACE}-b7ad6b7169203331-01`)
  one(1.5, null)
  return registry
}

const bare = (text: string) => text.split('\n').filter((line) => line !== '')
const withoutProcess = (text: string) => bare(text).filter((line) => !/^(?:# \w+ )?(?:process|nodejs)_/.test(line))

it('links a bucket to the trace of a measurement in it, for who asks for OpenMetrics', async () => {
  const whole = await measured(processRegistry()).metrics()
  const { contentType, text } = exposition(whole, 'application/openmetrics-text;version=1.0.0,text/plain;q=0.5')
  expect(contentType).toMatch(/^application\/openmetrics-text; version=1\.0\.0/)
  expect(text).toMatch(new RegExp(`^seconds_bucket\\{le="1"\\} 1 # \\{trace_id="${TRACE}"\\} 0\\.5 [\\d.]+$`, 'm'))
  expect(text).toMatch(/^seconds_bucket\{le="2"\} 2$/m)
  expect(text).toMatch(/\n# EOF\n$/)
})

it('says to everyone else what a registry in Prometheus’ own text says', async () => {
  const { contentType, text } = exposition(await measured(processRegistry()).metrics(), '*/*')
  expect(contentType).toBe(Registry.PROMETHEUS_CONTENT_TYPE)
  expect(withoutProcess(text)).toEqual(bare(await measured(new Registry()).metrics()))
  expect(text).toContain(`drawn_total{by="${ODD.replaceAll('"', '\\"')}"} 1`)
  expect(text).toMatch(/^# TYPE process_cpu_seconds_total counter$/m)
})

const registers = [new Registry()]
const [registry] = registers
const text = async () => withoutTeams((await registry?.metrics()) ?? '')

it('adds up what teams did, shows the highest of what they stand at, and names none of them', async () => {
  const tokens = new Counter({ name: 'tokens_total', help: 'x', labelNames: ['direction', 'team', 'model'], registers })
  tokens.inc({ direction: 'in', team: 'alpha', model: 'm' }, 3)
  tokens.inc({ direction: 'in', team: 'beta', model: 'm' }, 4)
  tokens.inc({ direction: 'out', team: 'beta', model: 'm' }, 5)
  const used = new Gauge({ name: 'used_ratio', help: 'x', labelNames: ['team', 'team_name'], registers })
  used.set({ team: 'alpha', team_name: 'a' }, 0.25)
  used.set({ team: 'beta', team_name: 'b' }, 0.75)
  const seconds = new Histogram({ name: 'seconds', help: 'x', labelNames: ['team'], buckets: [1, 2], registers })
  seconds.observe({ team: 'alpha' }, 0.5)
  seconds.observe({ team: 'beta' }, 1.5)
  const odd = new Counter({ name: 'odd_total', help: 'x', labelNames: ['team', 'note'], registers })
  odd.inc({ team: 'a "quoted", } name\\', note: 'team="kept"' })
  odd.inc({ team: 'gamma', note: 'team="kept"' })
  new Gauge({ name: 'plain', help: 'of every team', registers }).set(7)
  const shown = await text()
  expect(shown.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([
    'tokens_total{direction="in",model="m"} 7',
    'tokens_total{direction="out",model="m"} 5',
    'used_ratio 0.75',
    'seconds_bucket{le="1"} 1',
    'seconds_bucket{le="2"} 2',
    'seconds_bucket{le="+Inf"} 2',
    'seconds_sum 2',
    'seconds_count 2',
    'odd_total{note="team=\\"kept\\""} 2',
    'plain 7',
  ])
  expect(shown).not.toMatch(/alpha|beta|gamma|quoted/)
  expect(shown).toContain('# HELP plain of every team\n')
})

it('changes nothing where no series has a team', async () => {
  const whole = '# TYPE a counter\na{b="c"} 1\na{b="d"} 2\n\n'
  expect(withoutTeams(whole)).toBe(whole)
})
