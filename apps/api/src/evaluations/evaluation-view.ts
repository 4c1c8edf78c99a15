import {
  countAudited,
  type EvaluationView,
  hasEnded,
  type MethodReport,
  waitsOfStatus,
  RELEASE,
  type SetAsideMethod,
} from '@cges-fleet/core'
import { type EvaluationTotals, selectEvaluationTotals } from '@cges-fleet/db'
import { methodKey, methodLabel, type ReportedSpec } from '@cges-fleet/methods'
import {
  auditReport,
  baselinesOf,
  clusteredInterval,
  expectedEnd,
  methodReport,
  seenByOutcomes,
  untilState,
} from '@cges-fleet/statistics'
import type { Caller } from '../access/caller.js'
import { Missing } from '../http/refusal.js'
import { methodCounts, ratePerSecond, timeLeft } from './time-left.js'
import { independenceOf, notComparable, sensitivity, warningsOf } from './validity.js'

/** Loads a caller's evaluation as of now; refuses if there is none. */
export async function loadView({ db, team }: Pick<Caller, 'db' | 'team'>, id: string): Promise<EvaluationView> {
  const totals = await selectEvaluationTotals(db, team, id)
  if (totals === null) throw unknownEvaluation(id)
  return evaluationView(totals)
}

/** The refusal for an unknown evaluation. */
export function unknownEvaluation(id: string): Missing {
  return new Missing(`There is no evaluation ${id}. cges evaluations lists yours.`, id)
}

/** Builds the API's view of an evaluation from its stored totals. Pure. */
export function evaluationView(totals: EvaluationTotals): EvaluationView {
  const { methods: _count, ...summary } = totals.summary
  const reported = [...totals.methods, ...totals.external]
  const baselines = baselinesOf(reported)
  const methods = reported.map((spec) => withClusters(reportOf(spec, totals, baselines), totals))
  const perSecond = rate(totals)
  const until = untilOf(totals)
  return {
    ...summary,
    ...totals.stored,
    reproduction: { ...totals.reproduction, release: RELEASE },
    waits: waitsOfStatus(summary),
    notComparable: notComparable(totals),
    ...knownOf(totals),
    alarm: alarmOf(totals),
    sensitivity: sensitivity(totals, methods),
    samples: samplesOf(totals, perSecond),
    audit: auditOf(totals),
    until,
    eta: etaOf(totals, methods, { perSecond, expected: until?.expected ?? Infinity }),
    finishBy: totals.finishBy,
    throughput: [...totals.progress],
    methods,
  }
}

/** What a reader must know before believing its figures. */
function knownOf(totals: EvaluationTotals) {
  const independence = independenceOf(totals)
  const setAside = setAsideView(totals.setAside)
  return { setAside, independence, warnings: warningsOf(totals, independence) }
}

function samplesOf(totals: EvaluationTotals, perSecond: number | null): EvaluationView['samples'] {
  return {
    drawn: totals.summary.samplesDrawn,
    extra: totals.extraDraws,
    inFlight: totals.inFlight,
    waiting: totals.waiting,
    attempts: totals.attempts,
    abandoned: totals.abandoned,
    perSecond,
    elapsedSeconds: totals.elapsedSeconds,
  }
}

interface Going {
  readonly perSecond: number | null
  /** The trials after which it is expected to end. */
  readonly expected: number
}

function etaOf(totals: EvaluationTotals, methods: readonly MethodReport[], { perSecond, expected }: Going) {
  const { status } = totals.summary
  const trials = { ...totals.summary.trials, total: Math.min(totals.summary.trials.total, expected) }
  const survivals = methods.map((method) => method.unresolvedAfter)
  return status === 'running' ? timeLeft({ ...totals, trials, perSecond }, survivals) : null
}

/** When it may end early: what the closed trials show so far, or showed when they were enough. */
function untilOf(totals: EvaluationTotals): EvaluationView['until'] {
  const { until: goal, decided, prefixOutcomes, methods, summary } = totals
  if (goal === null) return null
  if (decided !== null) return { goal, look: decided, expected: null }
  if (goal.kind === 'models' || prefixOutcomes.length === 0 || !predictsEnd(totals))
    return { goal, look: null, expected: null }
  const seen = seenByOutcomes(methods.map(methodKey), prefixOutcomes, summary.trials.total)
  return { goal, look: untilState(goal, seen), expected: seen.closed < LEAST_SEEN ? null : expectedEnd(goal, seen) }
}

/** Fewer closed trials predict nothing. */
const LEAST_SEEN = 30

function auditOf({ audit, audited, methods, external, summary, stored }: EvaluationTotals) {
  if (audit === 0) return null
  const trials = countAudited({ audit, questions: summary.benchmark.questions }, stored.replicates)
  return auditReport({ share: audit, trials, methods, external, found: audited })
}

type Baselines = ReturnType<typeof baselinesOf>

function reportOf(spec: ReportedSpec, totals: EvaluationTotals, baselines: Baselines): MethodReport {
  const key = methodKey(spec)
  const open = totals.standings.filter((standing) => standing.methodKey === key && !standing.blocked)
  return methodReport(spec, {
    ...methodCounts(spec, { ...totals, ...totals.stored, trials: totals.summary.trials }),
    prefix: prefixOf(key, totals, baselines[key]),
    rankingCalls: totals.rankings.find((row) => row.methodKey === key)?.calls ?? 0,
    fixed: totals.certified[key] ?? null,
    questions: totals.summary.benchmark.questions,
    leading: sum(open.map((row) => row.leading)),
    leadingCorrect: sum(open.map((row) => row.leadingCorrect)),
  })
}

/**
 * Only an evaluation that runs, or was ended by its `until`, has an end to predict, and only samples that are alike
 * predict it. Trials of replicates added later follow all others, so that the closed prefix is then no random sample.
 */
export function predictsEnd({ summary: { status }, replicateBlocks, homogeneity }: EvaluationTotals): boolean {
  return (!hasEnded(status) || status === 'decided') && replicateBlocks === 1 && homogeneity?.alarm == null
}

/** A method's counts on the closed prefix, if they predict the end. */
function prefixOf(key: string, totals: EvaluationTotals, baseline: string | undefined) {
  const byCalls = totals.prefixTotals.filter(({ methodKey: of }) => of === key)
  if (byCalls.length === 0 || !predictsEnd(totals)) return null
  const total = (of: 'paired' | 'wins' | 'losses') => sum(byCalls.map((row) => row[of]))
  const paired =
    baseline === undefined
      ? null
      : { baseline, resolved: total('paired'), wins: total('wins'), losses: total('losses') }
  return { closed: totals.closedPrefix, decided: totals.summary.status === 'decided', byCalls, paired }
}

/** Replicates of one question are not independent: if there are several, use the interval for clustered trials. */
function withClusters(report: MethodReport, totals: EvaluationTotals): MethodReport {
  const sums = totals.clusters.find(({ methodKey: key }) => key === report.key)
  if (sums === undefined || report.accuracy === null) return report
  return { ...report, accuracy: { ...report.accuracy, ...clusteredInterval(sums) } }
}

function rate(totals: EvaluationTotals): number | null {
  if (totals.summary.finishedAt !== null) {
    return totals.elapsedSeconds > 0 ? totals.summary.samplesDrawn / totals.elapsedSeconds : null
  }
  return ratePerSecond(totals)
}

/** Which server's answers differ, or that they changed for all: the live estimates are withdrawn then. */
function alarmOf({ homogeneity }: EvaluationTotals): EvaluationView['alarm'] {
  if (homogeneity?.alarm == null) return null
  const { alarm, servers } = homogeneity
  return { ...alarm, servers: servers.map(({ server, drawn, right }) => ({ server, drawn, right })) }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Shows methods that do not run, each with its reason. */
export function setAsideView(aside: readonly SetAsideMethod[]): EvaluationView['setAside'] {
  return aside.map((method) => ({
    ...method,
    key: methodKey(method.spec),
    label: methodLabel(method.spec),
  }))
}
