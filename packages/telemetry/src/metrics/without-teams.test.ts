import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { withoutTeams } from './without-teams.js'

const registers = [new Registry()]
const [registry] = registers
const text = async () => withoutTeams((await registry?.metrics()) ?? '')

it('adds up what teams did, shows the highest of what they stand at, and names none of them', async () => {
  const tokens = new Counter({ name: 'tokens_total', help: 'x', labelNames: ['direction', 'team', 'model'], registers })
  tokens.inc({ direction: 'in', team: 'alpha', model: 'm' }, 3)
  tokens.inc({ direction: 'in', team: 'beta', model: 'm' }, 4)
  tokens.inc({ direction: 'out', team: 'beta', model: 'm' }, 5)
  const used = new Gauge({ name: 'used_ratio', help: 'x', labelNames: ['team'], registers })
  used.set({ team: 'alpha' }, 0.25)
  used.set({ team: 'beta' }, 0.75)
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
