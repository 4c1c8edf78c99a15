import { type ScalingRule, initialScaling, nextReplicas } from '@cges-fleet/core'
import { type DataSource, openDatabase, type TeamId } from '@cges-fleet/db'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { otherTeam, questions, submit } from '../support/evaluation-rows.js'
import { Autoscaler, type Look } from './autoscaled-fleet.js'
import { actualOf, demandOf, depthOf, desiredOf, keepPicture, usableOf } from './picture.js'

const CONCURRENCY = 4
const LIMIT = 4
const CALLS = 4
const LOOK_MS = 250

/** The rule of a cluster with its minutes made seconds; down it goes all at once, after a second. */
const RULE: ScalingRule = {
  target: CONCURRENCY,
  activationTarget: 0,
  minReplicas: 0,
  maxReplicas: 3,
  cooldownSeconds: 1,
  fallback: { failureThreshold: 4, replicas: 1 },
  scaleUp: { stabilizationSeconds: 0, workers: 3, periodSeconds: 1 },
  scaleDown: { stabilizationSeconds: 1, workers: 3, periodSeconds: 0.5 },
}
/** What the rule itself keeps after it is of use no more, and the looks at both ends of that. */
const KEPT_SECONDS = 1 + (3 * LOOK_MS) / 1000
/** What is submitted between counting and looking is counted at the next look. */
const SEEN_SECONDS = (2 * LOOK_MS) / 1000
/** The HPA leaves be what is within a tenth of its target. */
const MOST = 1.1

interface Work {
  readonly team: TeamId
  readonly pool: string
  readonly samples: number
}

let fleet: TestFleet | undefined
let db: DataSource | undefined
let autoscalers: Autoscaler[] = []

afterEach(async () => {
  await Promise.all(autoscalers.map((one) => one.stop()))
  await fleet?.stop()
  await db?.destroy()
})

/** Three teams on two pools: one has both, and may have few calls in flight; the others each have one, and no limit. */
class Teams {
  readonly #work: Work[] = []

  private constructor(
    private readonly sql: DataSource,
    private readonly limited: TeamId,
    private readonly free: readonly TeamId[],
  ) {}

  static async make(sql: DataSource): Promise<Teams> {
    const [limited, ...free] = [await otherTeam(sql), await otherTeam(sql), await otherTeam(sql)]
    await sql.query('UPDATE team SET max_samples_in_flight = $2 WHERE id = $1', [limited, LIMIT])
    return new Teams(sql, limited, free)
  }

  async submitLimited(pool: string, count: number): Promise<void> {
    await this.#submit(this.limited, pool, count)
  }

  async submitFree(nth: number, pool: string, count: number): Promise<void> {
    await this.#submit(this.free[nth] ?? this.limited, pool, count)
  }

  get samples(): number {
    return this.#work.reduce((sum, { samples }) => sum + samples, 0)
  }

  /**
   * How many workers of a pool calls could be made on: counted from what was submitted, what has landed and the limit,
   * not from the depth that scales. All calls of a question may be made at once.
   */
  async usable(pool: string): Promise<number> {
    const landed = await this.sql.query<{ team: TeamId; n: number }[]>(
      `SELECT s.team_id AS team, count(*)::int AS n FROM sample s JOIN evaluation e ON e.id = s.evaluation_id
       WHERE e.pool = $1 GROUP BY 1`,
      [pool],
    )
    const calls = [this.limited, ...this.free].map((team) => {
      const own = this.#work.filter((work) => work.team === team && work.pool === pool)
      const all = own.reduce((sum, { samples }) => sum + samples, 0)
      const left = all - (landed.find((row) => row.team === team)?.n ?? 0)
      return team === this.limited ? Math.min(left, LIMIT) : left
    })
    return Math.min(RULE.maxReplicas, Math.ceil(calls.reduce((sum, n) => sum + n, 0) / CONCURRENCY))
  }

  async #submit(team: TeamId, pool: string, count: number): Promise<void> {
    this.#work.push({ team, pool, samples: CALLS * count })
    const content = { name: `numbers-${count}-${pool}`, questions: questions(count) }
    await submit(this.sql, { team, benchmark: content, methods: [`sc@${CALLS}`], changes: { pool } })
  }
}

/** At worst, how many times as many workers were asked for as had been usable until the rule would have let them go. */
function worst(timelines: readonly (readonly Look[])[]): number {
  const [first = []] = timelines
  const ratios = first.map(({ at }) => {
    const near = timelines.map((timeline) => timeline.filter((look) => look.at <= at + SEEN_SECONDS))
    const asked = near.reduce((sum, looks) => sum + (looks.findLast((look) => look.at <= at)?.desired ?? 0), 0)
    const usable = near.reduce((sum, looks) => {
      const kept = looks.filter((look) => look.at >= at - KEPT_SECONDS)
      return sum + Math.max(0, ...kept.map((look) => look.usable ?? 0))
    }, 0)
    return asked === 0 ? 0 : asked / usable
  })
  return Math.max(...ratios)
}

/** The same rule by what there would be to draw without limits. */
function byDemand(timeline: readonly Look[]): Look[] {
  let state = initialScaling(1, 0)
  return timeline.map((look) => {
    state = nextReplicas(RULE, state, { at: look.at, depth: look.demand })
    return { ...look, desired: state.replicas }
  })
}

const area = (timelines: readonly (readonly Look[])[], of: (look: Look) => number) =>
  timelines.reduce(
    (sum, looks) => sum + looks.reduce((own, look, n) => own + of(look) * ((looks[n + 1]?.at ?? look.at) - look.at), 0),
    0,
  )

it('asks for no GPU that limits leave idle, for three teams on two pools', { timeout: 240_000 }, async () => {
  fleet = await TestFleet.start({ redis: null, workers: 0, concurrency: CONCURRENCY, timeScale: 0.3, drainMs: 100 })
  db = await openDatabase({ url: fleet.database.url, application: 'test', connections: 4 })
  const pools = ['small', 'large']
  const teams = await Teams.make(db)
  for (const pool of pools) {
    const workers = [await fleet.startWorker({ POOL: pool })]
    const countUsable = () => teams.usable(pool)
    autoscalers.push(new Autoscaler(fleet, RULE, { lookEveryMs: LOOK_MS, graceMs: 30_000, pool, workers, countUsable }))
  }
  for (const pool of pools) await teams.submitLimited(pool, 16)
  for (const one of autoscalers) one.start()
  await sleep(5000)
  await teams.submitFree(0, 'small', 30)
  await sleep(4000)
  await teams.submitFree(1, 'large', 36)
  const ended = async () => (await fleet?.sql(`SELECT 1 FROM evaluation WHERE status = 'running'`))?.length
  await expect.poll(ended, { timeout: 150_000, interval: 500 }).toBe(0)
  await expect.poll(() => autoscalers.map(({ actual }) => actual), { timeout: 30_000 }).toEqual([0, 0])
  await Promise.all(autoscalers.map((one) => one.stop()))

  const timelines = autoscalers.map(({ timeline }) => timeline)
  const ratio = worst(timelines)
  const without = worst(timelines.map(byDemand))
  const asked = area(timelines, ({ desired }) => desired)
  const usable = area(timelines, (look) => look.usable ?? 0)
  console.log(
    `GPUs asked for ÷ usable: ${ratio.toFixed(2)} at worst (${without.toFixed(2)} were limits not counted); ` +
      `GPU seconds asked ${asked.toFixed(0)}, usable ${usable.toFixed(0)}`,
  )
  keepPicture(
    'autoscale-teams.svg',
    'Three teams on two pools, one of them limited to four calls in flight (simulated model)',
    timelines.flatMap((timeline, at) => [
      { name: `pool ${pools[at]}: samples`, height: 90, lines: [demandOf(timeline), depthOf(timeline)] },
      {
        name: `pool ${pools[at]}: workers, a GPU each`,
        height: 80,
        lines: [actualOf(timeline), usableOf(timeline), desiredOf(timeline)],
      },
    ]),
  )
  const ledger = await fleet.sql<{ state: string; n: number }>(
    'SELECT state, count(*)::int AS n FROM call_ledger GROUP BY 1 ORDER BY 1',
  )
  expect(ledger.find(({ state }) => state === 'settled')?.n).toBe(teams.samples)
  expect(ledger.filter(({ state }) => state !== 'settled' && state !== 'handed_back')).toEqual([])
  expect(autoscalers.map(({ killed }) => killed)).toEqual([0, 0])
  expect(timelines.map((timeline) => Math.max(...timeline.map(({ desired }) => desired)))).toEqual([3, 3])
  expect(ratio).toBeLessThanOrEqual(MOST)
  expect(without, 'the same rule by demand without limits').toBeGreaterThan(MOST)
})
