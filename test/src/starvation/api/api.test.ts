import { afterAll, beforeAll, expect, it } from 'vitest'
import { operations } from '../../access/operations.js'
import { useTeams } from '../../access/use-teams.js'
import { BOUNDS } from '../judge/growth.js'
import { type Attack, send } from './attack.js'
import { bodyAttacks, headAttacks } from './attacks.js'
import { attackTable, type Suffered } from './attack-table.js'
import { PROBED, readLoop } from './read-loop.js'
import { Witness } from './witness.js'

const teams = useTeams({}, { execArgv: PROBED })
let witness: Witness

beforeAll(() => {
  witness = new Witness(teams().url, teams().two.keys.viewer)
})
afterAll(() => witness.end())

/** How often what seems at fault is tried again, alone, the least counting. */
const TRIES = 3

/** What the second team and the loop suffer meanwhile; the second team beyond what it does without any attack. */
async function suffered(attack: Attack): Promise<Suffered> {
  const attacked = async () => expect(await send(teams().url, teams().one.keys['fleet-admin'], attack)).not.toBe(0)
  const before = await read(() => Promise.resolve())
  const { witnessMs, turnMs } = await read(attacked)
  return { ...attack, witnessMs: Math.max(0, witnessMs - before.witnessMs), turnMs }
}

async function read(meanwhile: () => Promise<void>) {
  await Promise.all([witness.read(), readLoop(teams().app)])
  await meanwhile()
  const [witnessMs, { longestTurnMs }] = await Promise.all([witness.read(), readLoop(teams().app)])
  return { witnessMs, turnMs: longestTurnMs }
}

async function judged(attack: Attack): Promise<Suffered> {
  let least = await suffered(attack)
  for (let tries = 1; tries < TRIES && isFault(least); tries += 1) {
    const { witnessMs, turnMs } = await suffered(attack)
    least = { ...attack, witnessMs: Math.min(least.witnessMs, witnessMs), turnMs: Math.min(least.turnMs, turnMs) }
  }
  return least
}

function isFault({ witnessMs, turnMs }: Suffered): boolean {
  return Math.max(witnessMs, turnMs) > BOUNDS.longestMs
}

async function expectNoStarvation(attacks: readonly Attack[]): Promise<void> {
  expect(attacks.length).toBeGreaterThan(100)
  const all: Suffered[] = []
  for (const attack of attacks) all.push(await judged(attack))
  console.info(attackTable(all))
  const faults = all.filter(isFault).map(({ input, shape, witnessMs, turnMs }) => `${input}, ${shape}: ${turnMs} ms of CPU at once, a second team ${witnessMs} ms longer`)
  expect(faults).toEqual([])
}

it('keeps no second team waiting for an address or a header', async () => {
  await expectNoStarvation(headAttacks(teams().one))
})

it('keeps no second team waiting for a body, on any route', async () => {
  const all = await operations(teams())
  await expectNoStarvation(all.flatMap((operation) => bodyAttacks(operation, teams().one)))
})
