import {
  cancelEvaluation,
  type ClaimedDraw,
  landSample,
  type DataSource,
  type DrawnSample,
  LOCAL_TEAM,
  returnExpiredLeases,
} from '@cges-fleet/db'
import fc from 'fast-check'
import { expect } from 'vitest'
import {
  drawn,
  handBack,
  redraw,
  round,
  select,
  selectOne,
  submit,
  tryClaim,
  type Wanted,
} from '../support/evaluation-rows.js'
import { checkInvariants } from './invariants.js'

/** One evaluation under test, with every attempt that workers still have in hand, the outdated ones too. */
export class Run {
  readonly held: ClaimedDraw[] = []
  /** Samples seen landed or read, as they were then. */
  readonly landed = new Map<string, { readonly read: boolean; readonly content: string }>()
  cancelled = false
  /** How many samples and verdicts there were when it was cancelled: no round makes more. */
  ended: { readonly samples: number; readonly verdicts: number } | undefined
  late = 0
  refused = 0
  lost = 0

  constructor(
    readonly db: DataSource,
    readonly id: string,
  ) {}

  /** Takes one of the attempts in hand away from its worker. */
  take(pick: number): ClaimedDraw | undefined {
    return this.held.splice(pick % Math.max(1, this.held.length), 1)[0]
  }

  async holds(attempt: ClaimedDraw): Promise<boolean> {
    const row = await selectOne<{ held: boolean }>(
      this.db,
      `SELECT state = 'leased' AND fence = $2 AS held FROM call WHERE id = $1`,
      [attempt.callId, attempt.fence],
    )
    if (!row.held) this.late++
    return row.held
  }

  async complete(attempt: ClaimedDraw, answer: DrawnSample): Promise<void> {
    const held = await this.holds(attempt)
    const brought = held ? answer : drawn('late')
    expect(await landSample(this.db, attempt, brought)).toBe(held)
  }

  async sweep(): Promise<void> {
    for (const { leases } of await returnExpiredLeases(this.db)) this.lost += leases
  }
}

export async function startRun(db: DataSource, shape: Wanted): Promise<Run> {
  return new Run(db, await submit(db, shape))
}

/**
 * The deterministic model: what it answers depends on the seed alone; some answers cannot be read or are cut off, and one that
 * falls below the bar it may be ended by is.
 */
export function answerTo({ seed, endsBelow }: ClaimedDraw): DrawnSample {
  const chance = Math.imul(seed % 1_000_003, 2_654_435_761) >>> 8
  const signals = {
    'lns-arith': 0.3 + (chance % 60) / 100,
    'lns-geom': 0.5,
    'self-certainty-b10-window': 0.2 + (chance % 47) / 100,
    mars: 0.4 + (chance % 53) / 100,
    rm: 0.2 + (chance % 71) / 100,
  }
  const lowest = 5 + (chance % 37) / 10
  const minima = { 4: [[4, 12] as const, [9, lowest] as const] }
  if (lowest < (endsBelow?.[4] ?? 0)) return drawn(null, { outcome: 'ended_early', minima, completionTokens: 9 })
  if (chance % 11 === 0) return drawn(null, { signals, minima })
  if (chance % 13 === 0) return drawn(null, { outcome: 'truncated', signals, minima })
  return drawn(String(chance % 3), { signals, minima })
}

type Step = fc.AsyncCommand<object, Run>

function step(name: string, act: (run: Run) => Promise<void>): Step {
  return {
    check: () => true,
    run: async (_, run) => {
      await act(run)
      await checkInvariants(run)
    },
    toString: () => name,
  }
}

/** A delivery of any job there ever was: of a pending sample, or of one long taken, landed or read. */
async function deliver(run: Run, pick: number): Promise<void> {
  const rows = await select<{ callId: string; pending: boolean }>(
    run.db,
    `SELECT k.id AS "callId", k.state = 'pending' AS pending FROM call k JOIN trial t ON t.id = k.trial_id
     WHERE t.evaluation_id = $1 ORDER BY t.ordinal, index`,
    [run.id],
  )
  const ref = rows[pick % Math.max(1, rows.length)]
  if (ref === undefined) return
  const claimed = await tryClaim(run.db, ref)
  expect(claimed !== null).toBe(ref.pending && !run.cancelled)
  if (claimed === null) run.refused++
  else run.held.push(claimed)
}

async function cancel(run: Run): Promise<void> {
  const status = await cancelEvaluation(run.db, LOCAL_TEAM, run.id)
  run.cancelled = status === 'cancelled'
}

/** The worker freezes with its attempt in hand; the lease runs out, the sweep takes the sample back, another claims it. */
async function freeze(run: Run, pick: number, redelivered: boolean): Promise<void> {
  const attempt = run.held[pick % Math.max(1, run.held.length)]
  if (attempt === undefined) return
  await run.db.query(`UPDATE call SET lease_until = now() - interval '1 ms' WHERE id = $1 AND state = 'leased'`, [
    attempt.callId,
  ])
  await run.sweep()
  if (!redelivered) return
  const again = await tryClaim(run.db, attempt)
  if (again !== null) run.held.push(again)
}

async function withAttempt(run: Run, pick: number, act: (attempt: ClaimedDraw) => Promise<void>): Promise<void> {
  const attempt = run.take(pick)
  if (attempt !== undefined) await act(attempt)
}

export function commands(): fc.Arbitrary<Iterable<Step>> {
  const pick = fc.nat({ max: 59 })
  const delivery = pick.map((n) => step(`deliver ${n}`, (run) => deliver(run, n)))
  const completion = pick.map((n) =>
    step(`complete ${n}`, (run) => withAttempt(run, n, (attempt) => run.complete(attempt, answerTo(attempt)))),
  )
  const anyRound = fc.integer({ min: 1, max: 2 }).map((n) =>
    step(`${n} rounds at once`, async (run) => {
      await Promise.all(Array.from({ length: n }, () => round(run.db, run.id)))
    }),
  )
  const redrawing = fc.tuple(pick, fc.boolean()).map(([n, unclear]) =>
    step(`redraw ${n}`, (run) =>
      withAttempt(run, n, async (attempt) => {
        const held = await run.holds(attempt)
        const fault = { reason: 'reset', unclear, backOffMs: 0 }
        expect(await redraw(run.db, attempt, fault)).toBe(held)
      }),
    ),
  )
  const handingBack = pick.map((n) =>
    step(`hand back ${n}`, (run) =>
      withAttempt(run, n, async (attempt) => {
        const held = await run.holds(attempt)
        expect(await handBack(run.db, attempt, 'worker draining')).toBe(held)
      }),
    ),
  )
  const frozen = fc
    .tuple(pick, fc.boolean())
    .map(([n, redelivered]) => step(`freeze ${n}`, (run) => freeze(run, n, redelivered)))
  const cancelling = pick.map((n) =>
    n === 7 ? step('cancel', cancel) : step(`deliver ${n}`, (run) => deliver(run, n)),
  )
  return fc.commands(
    [anyRound, delivery, delivery, completion, completion, redrawing, handingBack, frozen, cancelling],
    {
      maxCommands: 50,
      size: 'max',
    },
  )
}
