import { isCharged, type Outcome } from '@cges-fleet/core'
import { decide, isTrialMethod, type MethodSpec, methodKey, type MinimaByWindow, type Vote } from '@cges-fleet/methods'
import type { DataSource } from '@cges-fleet/db'
import { type Violation, violationOf } from './violation.js'
import { PLANNED_SAMPLES } from '../../support/evaluation-rows.js'

interface TrialRow {
  readonly id: string
  readonly state: string
  readonly samples: readonly {
    readonly index: number
    readonly state: string
    readonly outcome: Outcome | null
    readonly answer: string | null
    readonly signals: Vote['confidences'] | null
    readonly minima: MinimaByWindow | null
  }[]
  readonly verdicts: readonly {
    readonly key: string
    readonly calls: number
    readonly answer: string | null
    readonly reason: string
  }[]
}

/** Decides every trial again from its stored samples, and compares the verdicts and the number of draws. */
export async function checkDecisions(db: DataSource, evaluationId: string): Promise<Violation[]> {
  const [evaluation] = await db.query<{ methods: MethodSpec[]; ahead: boolean }[]>(
    `SELECT spec -> 'methods' AS methods, spec ? 'lookahead' AS ahead FROM evaluation WHERE id = $1`,
    [evaluationId],
  )
  const methods = (evaluation?.methods ?? []).filter(isTrialMethod)
  const decidesSets = methods.length !== evaluation?.methods.length
  const trials = await db.query<TrialRow[]>(TRIALS, [evaluationId])
  const wrong: unknown[] = []
  const tooMany: unknown[] = []
  for (const trial of trials) {
    const votes = prefixOf(trial)
    let certain = 0
    for (const spec of methods) {
      const decision = decide(spec, votes)
      certain = Math.max(certain, decision.state === 'stopped' ? decision.calls : decision.until)
      const verdict = trial.verdicts.find(({ key }) => key === methodKey(spec))
      if (verdict === undefined) continue
      const again =
        decision.state === 'stopped'
          ? { key: verdict.key, calls: decision.calls, answer: decision.answer, reason: decision.reason }
          : null
      if (JSON.stringify(again) !== JSON.stringify(verdict)) wrong.push({ trial: trial.id, verdict, again })
    }
    if (evaluation?.ahead === false && !decidesSets && trial.samples.length > certain) {
      tooMany.push({ trial: trial.id, drawn: trial.samples.length, certain })
    }
  }
  return [
    ...violationOf('verdict', 'a verdict is not what its rule says of the stored samples', wrong),
    ...violationOf('overBudget', 'more samples were asked of a trial than it was certain to need', tooMany),
  ]
}

function prefixOf({ samples }: TrialRow): Vote[] {
  const votes: Vote[] = []
  for (const { index, state, outcome, answer, signals, minima } of samples) {
    if (index !== votes.length || state !== 'read' || outcome === null || !isCharged(outcome)) break
    votes.push({
      answer: outcome === 'answer' ? answer : null,
      confidences: signals ?? {},
      ...(minima === null ? {} : { minima }),
      endedEarly: outcome === 'ended_early',
    })
  }
  return votes
}

const TRIALS = `
SELECT t.id, t.state,
  coalesce((SELECT jsonb_agg(jsonb_build_object('index', s.index, 'state', s.state, 'outcome', s.outcome,
              'answer', s.answer_key, 'signals', s.signals, 'minima', s.minima) ORDER BY s.index)
            FROM ${PLANNED_SAMPLES} s WHERE s.trial_id = t.id), '[]') AS samples,
  coalesce((SELECT jsonb_agg(jsonb_build_object('key', v.method_key, 'calls', v.calls, 'answer', v.answer_key,
              'reason', v.reason)) FROM verdict v WHERE v.trial_id = t.id), '[]') AS verdicts
FROM trial t WHERE t.evaluation_id = $1`
