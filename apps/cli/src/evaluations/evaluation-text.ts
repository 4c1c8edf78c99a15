import {
  answeredBy,
  auditWords,
  certifiedWords,
  counted,
  countedOf,
  type EvaluationEvent,
  type EvaluationStatistics,
  type EvaluationView,
  evaluationWarningWords,
  type FinalStatistics,
  inNumber,
  moneyWords,
  notComparedWords,
  type Outcome,
  readingWarningWords,
  type SampleReadings,
  setAsideWords,
  statusWords,
  textsDeletedWords,
  untilWords,
  waitWords,
  evaluationReasonWords,
} from '@cges-fleet/core'
import { isNobodyRight } from '@cges-fleet/statistics'
import { methodTable } from './method-table.js'
import { columns, duration, markLine, percent, pointsEstimate, shortP, signed } from '../shell/format.js'

/** One line about an evaluation's progress. */
function progressLine(view: EvaluationView): string {
  const { total, closed, blocked } = view.trials
  const parts = [
    `${closed}/${counted(total, 'question')} finished${blocked > 0 ? `, ${blocked} failed` : ''}`,
    counted(view.samples.drawn, 'sample'),
    `${view.samples.perSecond?.toFixed(1) ?? '—'} samples/s`,
    `ETA ${etaText(view.eta)}`,
  ]
  return parts.join(' · ')
}

/** Shows the upper bound only if it differs from the expected time. */
function etaText(eta: EvaluationView['eta']): string {
  if (eta === null) return '—'
  const expected = duration(eta.seconds)
  const longest = duration(eta.atMostSeconds)
  return expected === longest ? expected : `${expected} (at most ${longest})`
}

/** The origin of an evaluation's answers and questions, shown with every figure. */
function originLine(view: EvaluationView): string {
  const mark = markLine(answeredBy(view))
  const answers = {
    simulated: `${mark}${
      view.warnings.some(({ kind }) => kind === 'invented_answers')
        ? '; it invents answers to questions it does not know, and their accuracy means nothing'
        : ''
    }`,
    recorded: 'replayed from recorded answers',
    imported: `IMPORTED from ${sourceOf(view)}; no model was called here${mark === null ? '' : `; ${mark}`}`,
    tiny: mark,
    model: `answers from ${view.pool.model}`,
  }[view.provenance]
  const questions = view.benchmark.generated ? '; generated questions' : ''
  return `${answers}${questions}`
}

/** Names the log that an evaluation was imported from. */
function sourceOf({ source }: EvaluationView): string {
  const [first = 'a log', ...more] = source?.files ?? []
  return `${first}${more.length === 0 ? '' : ` and ${more.length} more`}${source === null ? '' : ` (${source.format})`}`
}

/** Formats a running evaluation for a terminal. */
export function liveText(view: EvaluationView): string[] {
  const name = view.status === 'running' ? `${view.name} — interim` : `${view.name} — ${statusWords(view)}, interim`
  const why = view.waits === null ? [] : [waitWords(view.waits)]
  const known = [...setAsideLines(view), ...textLines(view)]
  return [
    name,
    ...why,
    originLine(view),
    progressLine(view),
    '',
    ...methodTable(view),
    ...untilWords(view),
    ...known,
    ...happened(view),
  ]
}

type Reported = Pick<EvaluationStatistics, 'final'> & Partial<Pick<EvaluationStatistics, 'samples'>>

/** Formats an evaluation that has ended, with as much of its statistics as is given. */
export function reportText(view: EvaluationView, { final, samples }: Reported = { final: null }): string[] {
  const { drawn, extra, attempts, elapsedSeconds } = view.samples
  return [
    `${view.name} — ${statusWords(view)}${view.reason === null ? '' : `: ${evaluationReasonWords(view.reason)}`}`,
    originLine(view),
    '',
    ...methodTable(view),
    ...untilWords(view),
    ...nobodyLines(view),
    ...(final === null ? [] : comparisonLines(view, final)),
    ...(samples === undefined ? [] : readingLines(samples.readings)),
    '',
    view.source === null
      ? `${counted(drawn, 'sample')} drawn once for all methods (${counted(attempts, 'call')} to the model) in ${duration(elapsedSeconds)}`
      : `${counted(drawn, 'sample')} imported once for all methods`,
    ...costLine(view),
    ...(extra === null ? [] : [`${counted(extra, 'sample')} drawn ahead that no method needed`]),
    ...view.methods.flatMap(({ label, rankingCalls }) =>
      rankingCalls === 0
        ? []
        : [`${label} also made ${counted(rankingCalls, 'call')} to rank the questions by difficulty`],
    ),
    ...view.methods.flatMap(({ label, spec, certified }) =>
      certified === null ? [] : [`${label}: ${certifiedWords(certified, spec.budget)}`],
    ),
    ...auditWords(view),
    ...setAsideLines(view),
    ...textLines(view),
    ...view.warnings.map((warning) => `warning: ${evaluationWarningWords(warning)}`),
    ...sensitivityLines(view),
    ...(view.notComparable === null ? [] : [`Methods are not compared: ${notComparedWords(view.notComparable)}.`]),
    ...(view.digest === null ? [] : [`digest ${view.digest} (grading version ${view.gradingVersion ?? '?'})`]),
  ]
}

function costLine({ spent: { gpuSeconds, money, currency } }: EvaluationView): string[] {
  if (gpuSeconds === 0 && money === null) return []
  const priced = money === null || currency === null ? '' : `, ${moneyWords(money, currency)}`
  return [`cost ${duration(gpuSeconds)} of GPU time${priced}`]
}

/** Methods that do not run, and why. */
function setAsideLines({ setAside }: EvaluationView): string[] {
  return setAside.map((method) => `not run: ${setAsideWords(method)}`)
}

/** How many of the texts are distinct within their question. */
function textLines({ independence: { texts, distinct, questions, copied }, textsDeletedAt }: EvaluationView): string[] {
  const deleted = textsDeletedAt === null ? [] : [textsDeletedWords(textsDeletedAt)]
  if (questions === 0) return deleted
  const one = copied === 0 ? '' : `; ${countedOf(copied, questions, 'question')} with one text alone`
  return [`distinct texts: ${distinct} of ${counted(texts, 'text')}${one}`, ...deleted]
}

/** Its newest events since submission, if there are any. */
function happened(view: EvaluationView): string[] {
  const since = view.events.filter(({ kind }) => kind !== 'submitted').slice(-3)
  return since.length === 0 ? [] : ['', ...eventLines(since)]
}

/** How far flagged samples could move each accuracy. */
function sensitivityLines({ sensitivity, methods }: EvaluationView): string[] {
  if (sensitivity === null) return []
  const bounds = sensitivity.methods.map(({ key, low, high }) => {
    const label = methods.find((method) => method.key === key)?.label ?? key
    return `${label} ${percent(low)} to ${percent(high)}`
  })
  const share = percent(sensitivity.share)
  return [
    `${share} of samples failed for a reason that may depend on their text. Accuracy if all of them were wrong, or all right: ${bounds.join(', ')}.`,
  ]
}

const WITHOUT: Partial<Record<Outcome, string>> = {
  no_answer: 'no answer found',
  truncated: 'truncated',
  declined: 'declined',
}

/** Formats the tiers of an evaluation's answers as a table: each one's share of the samples and its accuracy. */
function readingLines({ samples, tiers, without, warnings }: SampleReadings): string[] {
  if (samples === 0) return []
  const read = tiers
    .filter((each) => each.tier !== null || each.samples > 0)
    .map((each) => [
      `${each.tier ?? 'not known'}: ${each.meaning}`,
      ...countedText(each.samples, each.share),
      orDash(each.accuracy),
    ])
  const rest = without
    .filter((each) => each.samples > 0)
    .map((each) => [WITHOUT[each.outcome] ?? each.outcome, ...countedText(each.samples, each.share), ''])
  const head = ['how answers were read', 'samples', 'share', 'accuracy']
  return [
    '',
    ...columns([head, ...read, ...rest]),
    ...warnings.map((warning) => `warning: ${readingWarningWords(warning)}`),
  ]
}

function countedText(samples: number, share: number | null): string[] {
  return [String(samples), orDash(share)]
}

function orDash(share: number | null): string {
  return share === null ? '—' : percent(share)
}

function nobodyLines({ methods, status, simulated }: EvaluationView): string[] {
  if (status !== 'done' || !isNobodyRight(methods)) return []
  const hint = simulated ? '' : ' Answers may be misread: cges report shows how they were read.'
  return ['', `No method has a right answer, so nothing can be compared.${hint}`]
}

/** Formats each method of a complete evaluation against its baseline, as a table of its own. */
function comparisonLines({ methods }: EvaluationView, final: FinalStatistics): string[] {
  const labels = new Map(methods.map(({ key, label }) => [key, label]))
  if (isNobodyRight(methods)) return []
  const rows = final.methods.flatMap(({ key, comparison }) => {
    if (comparison === null) return []
    const { accuracy, calls, holmP, baseline, judgement, minimumDetectable } = comparison
    return [
      [
        labels.get(key) ?? key,
        judgement,
        labels.get(baseline) ?? baseline,
        pointsEstimate(accuracy),
        signed(calls.value, 2),
        shortP(holmP),
        (100 * minimumDetectable).toFixed(1),
      ],
    ]
  })
  if (rows.length === 0) return []
  const head = ['method', 'result', 'against', 'points [95 % interval]', 'calls', 'p (Holm)', 'detectable']
  const margin = 100 * final.margin
  return [
    '',
    ...columns([head, ...rows]),
    `paired by question; non-inferior: loses less than ${margin} ${inNumber(margin, 'point', 'points')}; detectable: smallest difference in points found with 80 % power`,
  ]
}

/** Formats an evaluation's events, one a line, oldest first. */
export function eventLines(events: readonly EvaluationEvent[]): string[] {
  return events.map(({ at, kind, reason }) => {
    const when = at.slice(0, 19).replace('T', ' ')
    return `${when}Z  ${kind.replace('_', '-')}${reason === null ? '' : `: ${evaluationReasonWords(reason)}`}`
  })
}
