import { isCharged, type Outcome } from '@cges-fleet/core'
import { decide, isTrialMethod, methodKey, type MethodSpec, type MinimaByWindow, type Vote } from '@cges-fleet/methods'
import { expect } from 'vitest'
import { PLANNED_SAMPLES, select, selectOne } from '../support/evaluation-rows.js'
import type { Run } from './commands.js'

interface SampleRow {
  readonly trial: string
  readonly index: number
  readonly state: 'pending' | 'leased' | 'landed' | 'read'
  readonly outcome: Outcome | null
  readonly answer: string | null
  readonly signals: Vote['confidences'] | null
  readonly minima: MinimaByWindow | null
  readonly content: string
}

interface VerdictRow {
  readonly trial: string
  readonly key: string
  readonly calls: number
  readonly answer: string | null
  readonly reason: string
}

interface TrialRow {
  readonly id: string
  readonly requested: number
  readonly read: number
  readonly state: string
}

/** No worker is registered: the window is at its smallest. */
const WINDOW = 32

/** Holds the stored rows to what must be true after every step, whatever was done and in whatever order. */
export async function checkInvariants(run: Run): Promise<void> {
  const rows = await selectOne<{
    samples: SampleRow[] | null
    verdicts: VerdictRow[] | null
    trials: TrialRow[] | null
    settled: number
    methods: MethodSpec[]
  }>(run.db, ROWS, [run.id])
  const samples = rows.samples ?? []
  expect(rows.settled, 'calls settled for one sample').toBeLessThanOrEqual(1)
  const live = samples.filter(({ state }) => state === 'pending' || state === 'leased')
  expect(live.length, 'samples in the window').toBeLessThanOrEqual(WINDOW)
  checkLanded(run, samples)
  if (run.cancelled) {
    const now = { samples: samples.length, verdicts: rows.verdicts?.length ?? 0 }
    run.ended ??= now
    expect(now, 'rows of a cancelled evaluation').toEqual(run.ended)
  }
  for (const trial of rows.trials ?? []) {
    const ofTrial = samples.filter((sample) => sample.trial === trial.id)
    const verdicts = (rows.verdicts ?? []).filter((verdict) => verdict.trial === trial.id)
    expect(ofTrial.map(({ index }) => index)).toEqual(ofTrial.map((_, index) => index))
    expect({ requested: trial.requested, read: trial.read }).toEqual({
      requested: ofTrial.length,
      read: ofTrial.filter(({ state }) => state === 'read').length,
    })
    checkDecisions(ofTrial, verdicts, rows.methods)
  }
}

/** What landed never changes again: not its answer, not its fence, and it never goes back. */
function checkLanded(run: Run, samples: readonly SampleRow[]): void {
  const landed = samples.filter(({ state }) => state === 'landed' || state === 'read')
  const now = new Map(
    landed.map(({ trial, index, state, content }) => [`${trial}.${index}`, { read: state === 'read', content }]),
  )
  for (const [key, before] of run.landed) {
    expect(now.get(key)?.content, `sample ${key} landed before`).toBe(before.content)
    if (before.read) expect(now.get(key)?.read, `sample ${key} was read before`).toBe(true)
  }
  for (const [key, sample] of now) run.landed.set(key, sample)
}

/** Every verdict is what its rule says of the samples read, no call goes beyond a budget, and none is drawn in vain. */
function checkDecisions(
  samples: readonly SampleRow[],
  verdicts: readonly VerdictRow[],
  methods: readonly MethodSpec[],
): void {
  const votes: Vote[] = []
  for (const { state, outcome, answer, signals, minima } of samples) {
    if (state !== 'read' || outcome === null || !isCharged(outcome)) break
    const traced = minima === null ? {} : { minima, endedEarly: outcome === 'ended_early' }
    votes.push({ answer: outcome === 'answer' ? answer : null, confidences: signals ?? {}, ...traced })
  }
  let certain = 0
  for (const spec of methods) {
    if (!isTrialMethod(spec)) {
      // Other trials decide with it: that it is the same verdict whatever arrives first is told by the digest.
      certain = Math.max(certain, spec.budget)
      continue
    }
    const decision = decide(spec, votes)
    certain = Math.max(certain, decision.state === 'stopped' ? decision.calls : decision.until)
    const verdict = verdicts.find(({ key }) => key === methodKey(spec))
    if (verdict === undefined) continue
    expect(verdict.calls).toBeLessThanOrEqual(spec.budget)
    const { calls, answer, reason } = verdict
    expect(decision).toMatchObject({ state: 'stopped', calls, answer, reason })
  }
  expect(samples.length, 'samples asked of one trial').toBeLessThanOrEqual(certain)
}

/** In a closed trial exactly as many samples were drawn as its hungriest method was charged. */
export async function checkClosedTrials(run: Run): Promise<void> {
  const trials = await select(
    run.db,
    `SELECT t.id, (SELECT count(*)::int FROM ${PLANNED_SAMPLES} s WHERE s.trial_id = t.id) AS drawn,
            (SELECT max(calls) FROM verdict v WHERE v.trial_id = t.id) AS charged
     FROM trial t WHERE t.evaluation_id = $1 AND t.state = 'closed'`,
    [run.id],
  )
  expect(trials.length).toBeGreaterThan(0)
  for (const trial of trials) expect(trial).toMatchObject({ drawn: (trial as { charged: number }).charged })
}

const ROWS = `
SELECT e.spec -> 'methods' AS methods,
  (SELECT jsonb_agg(jsonb_build_object('trial', trial_id, 'index', index, 'state', state, 'outcome', outcome,
            'answer', answer_key, 'signals', signals, 'minima', minima,
            'content', jsonb_build_array(outcome, raw_answer, answer_key, signals, fence, deliveries, landed_at)::text)
          ORDER BY trial_id, index)
   FROM ${PLANNED_SAMPLES} s WHERE evaluation_id = e.id) AS samples,
  (SELECT jsonb_agg(jsonb_build_object('trial', trial_id, 'key', method_key, 'calls', calls, 'answer', answer_key,
            'reason', reason)) FROM verdict WHERE evaluation_id = e.id) AS verdicts,
  (SELECT jsonb_agg(jsonb_build_object('id', id, 'requested', requested, 'read', read, 'state', state))
   FROM trial WHERE evaluation_id = e.id) AS trials,
  (SELECT coalesce(max(n), 0)::int FROM (
     SELECT count(*) AS n FROM call_ledger WHERE evaluation_id = e.id AND state = 'settled' GROUP BY call_id) x
  ) AS settled
FROM evaluation e WHERE e.id = $1`
