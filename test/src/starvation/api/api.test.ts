import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { GetSession, pathOf } from '@cges-fleet/core/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { operations } from '../../access/operations.js'
import { useTeams } from '../../access/use-teams.js'
import { BOUNDS, slowness } from '../judge/growth.js'
import { type Attack, attackTable, bodyAttacks, headAttacks, lineAttacks, send, type Suffered } from './attacks.js'
import { PROBED, readLoop } from './read-loop.js'

/** Hundreds of requests, on machines that do much else. */
vi.setConfig({ testTimeout: 600_000 })

const teams = useTeams({}, { execArgv: PROBED })
let witness: Witness

beforeAll(() => {
  witness = new Witness(teams().url, teams().two.keys.viewer)
})
afterAll(() => witness.end())

/** How often what seems at fault is tried, the least counting. */
const TRIES = 3

/** What the loop and the second team suffer from an attack. */
async function suffered(attack: Attack): Promise<Suffered> {
  return { ...attack, ...(await read(() => send(teams().url, { key: teams().one.keys['fleet-admin'] }, attack))) }
}

async function read(meanwhile: () => Promise<unknown>): Promise<Pick<Suffered, 'witnessMs' | 'turnMs'>> {
  await Promise.all([witness.read(), readLoop(teams().app)])
  await meanwhile()
  const [witnessMs, { longestTurnMs: turnMs }] = await Promise.all([witness.read(), readLoop(teams().app)])
  return { witnessMs, turnMs }
}

/**
 * Where it seems at fault it is tried again, beside no attack at all for as long and beside work whose time is known: a machine may be
 * busy with other work, or slow.
 */
async function judged(attack: Attack): Promise<Suffered> {
  let least = await suffered(attack)
  for (let tries = 1; tries < TRIES && isFault(least); tries += 1) {
    const alone = await read(() => sleep(least.witnessMs))
    const { witnessMs, turnMs } = await suffered(attack)
    const times = slowness()
    const longer = Math.round(Math.max(0, witnessMs - alone.witnessMs) / times)
    const turn = Math.round(turnMs / times)
    least = { ...attack, witnessMs: Math.min(least.witnessMs, longer), turnMs: Math.min(least.turnMs, turn) }
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
  const faults = all
    .filter(isFault)
    .map(
      ({ input, shape, witnessMs, turnMs }) =>
        `${input}, ${shape}: ${turnMs} ms of CPU at once, a second team ${witnessMs} ms longer`,
    )
  expect(faults).toEqual([])
}

it('keeps no second team waiting for an address or a header', async () => {
  await expectNoStarvation(headAttacks(teams().one))
})

it('keeps no second team waiting for a body, on any route', async () => {
  const all = await operations(teams())
  await expectNoStarvation(all.flatMap((operation) => bodyAttacks(operation, teams().one)))
})

it('keeps no second team waiting for a benchmark sent as lines', async () => {
  await expectNoStarvation(lineAttacks(teams().one))
})

const CHEAP: Attack = { input: '', shape: '', method: 'GET', path: pathOf(GetSession) }
const PAUSE_MS = 5

/** A second team that keeps asking for something cheap while another attacks, and how long its slowest answer took. */
class Witness {
  #slowestMs = 0
  /** An attacker's connections are cut; those of others must not be. */
  readonly #agent = new Agent({ keepAlive: true })
  #ends = false
  readonly #asking: Promise<void>

  constructor(
    private readonly url: string,
    private readonly key: string,
  ) {
    this.#asking = this.#ask()
  }

  /** The slowest answer since this was read last, once one more has come. */
  async read(): Promise<number> {
    await this.#once()
    const slowestMs = this.#slowestMs
    this.#slowestMs = 0
    return slowestMs
  }

  async end(): Promise<void> {
    this.#ends = true
    await this.#asking
    this.#agent.destroy()
  }

  async #ask(): Promise<void> {
    while (!this.#ends) {
      await this.#once()
      await sleep(PAUSE_MS)
    }
  }

  async #once(): Promise<void> {
    const began = performance.now()
    const status = await send(this.url, { key: this.key, agent: this.#agent }, CHEAP)
    if (status !== 200) throw new Error(`the second team was answered ${status}`)
    this.#slowestMs = Math.max(this.#slowestMs, performance.now() - began)
  }
}
