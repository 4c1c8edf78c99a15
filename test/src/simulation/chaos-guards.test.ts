import { expect, it } from 'vitest'
import { ALL_GUARDS } from '../chaos/mutations/all-guards.js'
import { repetitions } from '../support/repetitions.js'
import { type Guard, GUARDS } from './model-tables.js'
import { scenarioOf, simulate } from './simulate.js'

/** Which guard of the simulation each guard of `chaos:mutations` is: `simulation.test.ts` shows that it is missed there. */
const SIMULATED: Readonly<Record<string, Guard>> = {
  'fence check at completion': 'a lease is checked by its fence when a sample lands',
  'hand-back and redraw under their own fence': 'a lease is checked by its fence when a call is handed back or redrawn',
  'lease check in claim': 'a leased call is not claimed',
  'state check in claim': 'an ended call is not claimed',
  'status read in claim': 'calls of an evaluation that does not run are not claimed',
  'redeliveries are paid for': 'a call is claimed again only as often as is paid for',
  'attempts that were lost are written down': 'lost attempts are written down',
  'ledger has the time of the claim': 'an attempt is dated by its claim',
  'terminal outcomes never drawn again': 'an ended sample is not drawn again',
  'clock of the database for leases': 'leases are by the clock of the database',
  "read-marking in the round's own transaction": 'samples are marked read in the transaction that decides',
  'read-marking by id': 'samples are marked read one by one',
  'totals counted in the transaction that reads': 'totals are counted in the transaction that reads',
  'contiguous prefix': 'rounds see samples up to the first gap alone',
  'row lock in rounds': 'rounds of one evaluation exclude each other',
  'status read in the round': 'a round of an evaluation that does not run plans nothing',
  'sweep asks for rounds': 'the sweep asks for missing rounds',
  'sweep queues pending calls again': 'the sweep queues what the queue lacks',
  'sweep returns expired leases': 'the sweep returns expired leases',
  'a team’s turns are locked while its limits are read': 'a team takes its turns one round at a time',
  'rounds that fail make an evaluation stuck': 'rounds that fail in a row make an evaluation stuck',
  'a stuck evaluation is tried again': 'the sweep tries what is stuck again',
}

/** Why the others are not: each has a test of its own that fails without it. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'an attempt is its worker’s own, by the key of its claim': 'workers of the simulation know no call but their own',
  'a worker claims of its own pool': 'the simulation has one pool',
  'nothing of a paused pool is claimed': 'nobody pauses the simulation’s pool',
  'verdicts are written once':
    'a trigger that no code of the fleet meets; a second verdict ends a simulated run by itself',
  'workers see no table': 'rights in PostgreSQL, which the model of the database has none of',
  'functions that act as the owner are not everybody’s':
    'rights in PostgreSQL, which the model of the database has none of',
  'rows of the team alone': 'rights in PostgreSQL, which the model of the database has none of',
}

const SEEDS = repetitions({ first: 30, rest: 100, atLength: 1000 })

/** What nothing misses, since the sweep heals it. */
const HEALED: Readonly<Record<string, Guard>> = { 'finished jobs removed': 'finished jobs are removed' }

it('simulates every guard of the protocol that can be taken out, or says why not', () => {
  const said = [SIMULATED, ELSEWHERE, HEALED].flatMap((table) => Object.keys(table))
  expect(said.toSorted()).toEqual(ALL_GUARDS.map(({ guard }) => guard).toSorted())
  expect(new Set(Object.values(SIMULATED)).size).toBe(Object.keys(SIMULATED).length)
  expect(Object.values(SIMULATED).filter((guard) => !GUARDS.some((known) => known === guard))).toEqual([])
})

it.each(Object.entries(HEALED))('ends every evaluation without this too: %s', async (_, guard) => {
  for (let at = 0; at < SEEDS; at += 1) {
    const run = await simulate(scenarioOf(`seed ${at}`, [guard]), { faults: { rate: 0.01, untilStep: 6000 } })
    expect(run.wrongs, run.scenario.seed).toEqual([])
  }
})
