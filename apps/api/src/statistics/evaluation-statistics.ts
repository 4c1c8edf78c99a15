import {
  type DecidedDifference,
  type EvaluationStatistics,
  type EvaluationStatus,
  type InterimNote,
  type Outcome,
} from '@cges-fleet/core'
import { type Database, type EvaluationTotals } from '@cges-fleet/db'
import { findMethod, methodKey, methodLabel, type ReportedSpec } from '@cges-fleet/methods'
import { decidedDifferences, type ReadingCount, seenByOutcomes, summariseReadings } from '@cges-fleet/statistics'
import { predictsEnd } from '../evaluations/evaluation-view.js'
import { refuseField } from '../http/refusal.js'
import { judgedMethods } from './final-statistics.js'
import type { Asker, StatisticsOffice } from './statistics-office.js'

const RULES = {
  tie: 'The answer with the most votes wins; of answers with equally many, the one seen first. Over subsets, where no order is the first, equal answers share.',
  noAnswer:
    'A sample without an answer costs a call and does not vote; a trial that ends without an answer counts as wrong.',
}

interface Wanted {
  readonly totals: EvaluationTotals
  /** The method others are compared with, as a text; SC at their own budget unless given. */
  readonly baseline?: string | undefined
}

/** Loads the statistics of an evaluation that was read, final ones once it is done. */
export async function loadStatistics(
  office: StatisticsOffice,
  db: Database,
  { totals, baseline }: Wanted,
  asker: Asker,
): Promise<EvaluationStatistics> {
  const { version } = totals.stored
  const methods = judgedMethods(totals)
  const { id, status, simulated } = totals.summary
  const interim = whyInterim(status)
  const key = baselineKey(methods, baseline)
  const counts =
    interim === null ? await office.readings(db, totals, asker) : await office.readingsNow(db, totals, asker)
  return {
    id,
    version,
    interim,
    samples: { outcomes: outcomesOf(counts), readings: summariseReadings(counts, { simulated }) },
    rules: RULES,
    decided: status === 'decided' ? decidedIn(totals, key) : null,
    final: interim === null ? await office.read(totals, key, asker) : null,
  }
}

/** Each method against its baseline in an evaluation that its `until` ended; none where its questions are no random sample. */
function decidedIn(totals: EvaluationTotals, baseline: string | null): DecidedDifference[] {
  const { methods, until: goal, decided: look, prefixOutcomes, summary } = totals
  if (goal === null || look === null || prefixOutcomes.length === 0 || !predictsEnd(totals)) return []
  const seen = seenByOutcomes(methods.map(methodKey), prefixOutcomes, summary.trials.total)
  return decidedDifferences({ methods, seen, baseline, goal, look })
}

function outcomesOf(counts: readonly ReadingCount[]): Partial<Record<Outcome, number>> {
  const outcomes: Partial<Record<Outcome, number>> = {}
  for (const { outcome, samples } of counts) outcomes[outcome] = (outcomes[outcome] ?? 0) + samples
  return outcomes
}

function whyInterim(status: EvaluationStatus): InterimNote | null {
  if (status === 'done') return null
  if (status === 'decided') return { kind: 'decided', counts: {}, why: null }
  return status === 'failed' || status === 'cancelled'
    ? { kind: 'ended_early', counts: {}, why: null }
    : { kind: 'not_done', counts: {}, why: status }
}

/** `sc` stands for SC at each method's own budget. */
function baselineKey(methods: readonly ReportedSpec[], text: string | undefined): string | null {
  const several = methods.filter(({ method }) => method === 'sc').length > 1
  if (text === undefined || (text === 'sc' && several)) return null
  const found = findMethod(methods, text)
  if (found !== null) return methodKey(found)
  throw refuseField(
    'baseline',
    `"${text}" matches no method, or more than one. Write one in full: ${methods.map(methodLabel).join(', ')}`,
  )
}
