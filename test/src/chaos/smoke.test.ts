import { expect, inject, it } from 'vitest'
import { runChaos } from './run-chaos.js'
import { SMOKE } from './options.js'

/** On a machine with much else to do, what is left of the kills after this long is left out. */
const INJECT_MS = 70_000

it.skipIf(inject('redis') === null)(
  'loses nothing, counts nothing twice and ends under kills, pauses and one of every outage (needs redis-server)',
  async ({ skip }) => {
    const { report, violations, starved, events } = await runChaos({ ...SMOKE, injectMs: INJECT_MS, giveUpMs: 150_000 })
    expect(violations, `seed ${SMOKE.seed}; latest events:\n${events.join('\n')}`).toEqual([])
    expect(report.kills).toBeGreaterThan(5)
    expect(report.pauses).toBeGreaterThan(3)
    expect(report['faults']).toMatchObject({ flush: 1, 'redis-kill': 2, 'postgres-crash': 1, partition: 2 })
    // Nothing was lost or counted twice; only how long it took cannot be judged here.
    if (starved !== null) skip(starved)
    expect(report.fenced, 'late answers refused').toBeGreaterThan(0)
  },
  400_000,
)
