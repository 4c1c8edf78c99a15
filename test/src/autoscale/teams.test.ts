import { type ScalingRule, initialScaling, nextReplicas } from '@cges-fleet/core'
import { type DataSource, openDatabase, type TeamId } from '@cges-fleet/db'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { otherTeam, questions, submit } from '../support/evaluation-rows.js'
import { Autoscaler, CONCURRENCY, type Look, QUICK_RULE, type Usable } from './autoscaled-fleet.js'
import { actualOf, demandOf, depthOf, desiredOf, keepPicture, usableOf } from './picture.js'

/** Across both pools: if it were granted in each, there would be a worker too many, wherever it is used. */
const LIMIT = 6
const POOLS = ['small', 'large'] as const
const CALLS = 4
const LOOK_MS = 250

/** Scales down in one step, after a second. */
const RULE: ScalingRule = {
  ...QUICK_RULE,
  maxReplicas: 3,
  cooldownSeconds: 1,
  scaleUp: { stabilizationSeconds: 0, workers: 3, periodSeconds: 1 },
  scaleDown: { stabilizationSeconds: 1, workers: 3, periodSeconds: 0.5 },
}
/** How long the rule itself keeps workers that are no longer of use. */
const KEPT_SECONDS = 1
/**
 * How many looks the comparison reaches back from that time, and forward: what is submitted between counting and
 * looking is counted at the next look.
 */
const BEFORE = 3
const AFTER = 2
/** The HPA leaves anything within a tenth of its target alone. */
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

/** Three teams on two pools: one uses both and has a low in-flight limit; the others use one each, without a limit. */
class Teams {
  readonly #work: Work[] = []

  private constructor(
    private readonly sql: DataSource,
    private readonly limited: TeamId,
    private readonly free: readonly TeamId[],
  ) {}

  static async make(sql: DataSource): Promise<Teams> {
    const limited = await otherTeam(sql)
    const free = [await otherTeam(sql), await otherTeam(sql)]
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
   * How many workers could be busy, in a pool and in all of them: counted from what was submitted, what has landed and
   * the limit, not from the depth that drives the scaling. All calls of a question may be made at once. The limited
   * team may use its limit in any pool, but only once: `together` is the maximum over all ways to split it.
   */
  async usable(pool: string): Promise<Usable> {
    const landed = await this.sql.query<{ team: TeamId; pool: string; n: number }[]>(
      `SELECT s.team_id AS team, e.pool, count(*)::int AS n FROM sample s JOIN evaluation e ON e.id = s.evaluation_id
       GROUP BY 1, 2`,
    )
    const leftOf = (team: TeamId, of: string) => {
      const waiting = this.#work.filter((work) => work.team === team && work.pool === of)
      const all = waiting.reduce((sum, { samples }) => sum + samples, 0)
      return all - (landed.find((row) => row.team === team && row.pool === of)?.n ?? 0)
    }
    /** If that many of the limited team's calls are made in the pool. */
    const workers = (of: string, share: number) => {
      const free = this.free.reduce((sum, team) => sum + leftOf(team, of), 0)
      const calls = free + Math.min(leftOf(this.limited, of), share)
      return Math.min(RULE.maxReplicas, Math.ceil(calls / CONCURRENCY))
    }
    const [one, other] = POOLS
    const shares = Array.from({ length: LIMIT + 1 }, (_, share) => workers(one, share) + workers(other, LIMIT - share))
    return { here: workers(pool, LIMIT), together: Math.max(...shares) }
  }

  async #submit(team: TeamId, pool: string, count: number): Promise<void> {
    this.#work.push({ team, pool, samples: CALLS * count })
    const content = { name: `numbers-${count}-${pool}`, questions: questions(count) }
    await submit(this.sql, { team, benchmark: content, methods: [`sc@${CALLS}`], changes: { pool } })
  }
}

type Timelines = readonly (readonly Look[])[]

/**
 * The highest ratio of the workers requested for some pools to the most that were usable within the time that the rule
 * may keep them.
 */
function worst(timelines: Timelines, usableOf: (usable: Usable) => number): number {
  const [first = []] = timelines
  const ratios = first.map(({ at }, n) => {
    const from = first[Math.max(0, n - BEFORE)]?.at ?? 0
    const to = first[n + AFTER]?.at ?? Infinity
    const desired = timelines.reduce((sum, looks) => sum + (looks.findLast((look) => look.at <= at)?.desired ?? 0), 0)
    const kept = first.filter((look) => look.at >= from - KEPT_SECONDS && look.at <= to)
    return desired === 0
      ? 0
      : desired / Math.max(0, ...kept.map(({ usable }) => (usable === null ? 0 : usableOf(usable))))
  })
  return Math.max(...ratios)
}

/** For both pools together, and for each of them. */
function worstOf(timelines: Timelines): number[] {
  const each = timelines.map((timeline) => worst([timeline], ({ here }) => here))
  return [worst(timelines, ({ together }) => together), ...each]
}

const toTwo = (ratios: readonly number[]) => ratios.map((ratio) => ratio.toFixed(2)).join(', ')

/** The same rule, driven by the demand without limits. */
function byDemand(timeline: readonly Look[]): Look[] {
  let state = initialScaling(1, 0)
  return timeline.map((look) => {
    state = nextReplicas(RULE, state, { at: look.at, depth: look.demand })
    return { ...look, desired: state.replicas }
  })
}

const area = (timelines: Timelines, of: (look: Look) => number) =>
  timelines.reduce(
    (sum, looks) =>
      sum + looks.reduce((area, look, n) => area + of(look) * ((looks[n + 1]?.at ?? look.at) - look.at), 0),
    0,
  )

it('asks for no GPU that limits leave idle, for three teams on two pools', { timeout: 600_000 }, async () => {
  fleet = await TestFleet.start({ redis: null, workers: 0, concurrency: CONCURRENCY, timeScale: 0.3, drainMs: 100 })
  db = await openDatabase({ url: fleet.database.url, application: 'test', connections: 4 })
  const teams = await Teams.make(db)
  for (const pool of POOLS) {
    const workers = [await fleet.startWorker({ POOL: pool })]
    const countUsable = () => teams.usable(pool)
    autoscalers.push(
      new Autoscaler(fleet, RULE, { lookEveryMs: LOOK_MS, graceMs: 120_000, pool, workers, countUsable }),
    )
  }
  for (const pool of POOLS) await teams.submitLimited(pool, 16)
  for (const one of autoscalers) one.start()
  await sleep(5000)
  await teams.submitFree(0, 'small', 30)
  await sleep(4000)
  await teams.submitFree(1, 'large', 36)
  const ended = async () => (await fleet?.sql(`SELECT 1 FROM evaluation WHERE status = 'running'`))?.length
  await expect.poll(ended, { timeout: 400_000, interval: 500 }).toBe(0)
  await expect.poll(() => autoscalers.map(({ actual }) => actual), { timeout: 120_000 }).toEqual([0, 0])
  await Promise.all(autoscalers.map((one) => one.stop()))

  const timelines = autoscalers.map(({ timeline }) => timeline)
  const ratios = worstOf(timelines)
  const without = worstOf(timelines.map(byDemand))
  const desiredArea = area(timelines, ({ desired }) => desired)
  const usable = area(timelines, ({ usable: seen }) => seen?.here ?? 0)
  console.log(
    `GPUs asked for ÷ usable at worst, in all and in each pool: ${toTwo(ratios)} ` +
      `(${toTwo(without)} were limits not counted); GPU seconds asked ${desiredArea.toFixed(0)}, usable ${usable.toFixed(0)}`,
  )
  keepPicture(
    'autoscale-teams.svg',
    'Three teams on two pools, one of them limited to six calls in flight in both (simulated model)',
    timelines.flatMap((timeline, at) => [
      { name: `pool ${POOLS[at]}: samples`, height: 90, lines: [demandOf(timeline), depthOf(timeline)] },
      {
        name: `pool ${POOLS[at]}: workers, a GPU each`,
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
  expect(Math.max(...ratios), toTwo(ratios)).toBeLessThanOrEqual(MOST)
  expect(Math.min(...without), `the same rule by demand without limits: ${toTwo(without)}`).toBeGreaterThan(MOST)
})
