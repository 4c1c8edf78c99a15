import { counted, countedOf, inNumber } from './counted.js'
import { signedPoints } from './live-words.js'
import type { Forecast } from './schemas/accounts.js'
import type { EvaluationStatus } from './schemas/evaluation-status.js'
import type { EvaluationView } from './schemas/evaluation-view.js'
import type { Until, UntilDecision } from './schemas/until.js'
import { hasEnded } from './status-words.js'

/** What is said of when an evaluation may end. */
type Of = Pick<EvaluationView, 'status' | 'until' | 'trials'> & {
  readonly methods: readonly { readonly key: string; readonly label: string }[]
}

/**
 * Says when an evaluation may end before its last question and what is shown of each method by now, or what ended it;
 * none if it may not.
 */
export function untilWords({ status, until, trials, methods }: Of): string[] {
  if (until === null) return []
  const { goal, look, expected } = until
  const labelOf = (key: string) => methods.find((method) => method.key === key)?.label ?? key
  const isOver = hasEnded(status)
  const shown = (look?.decisions ?? []).flatMap((decision) => decisionWords(decision, { goal, labelOf, isOver }))
  if (status === 'decided' || (isOver && look?.holds === true)) {
    return [decidedWords(look?.closed ?? 0, trials), ...shown]
  }
  if (isOver) return [unmetWords(status, goal, trials, labelOf)]
  const about =
    expected === null || expected >= trials.total
      ? ''
      : ` Expected after about ${counted(rounded(expected), 'question')}.`
  return [
    `Ends once ${stateWords(goal, labelOf)}.${status === 'running' ? about : ''}`,
    ...(look === null ? [] : shown),
  ]
}

/** Says what an evaluation that has ended did not reach before. */
function unmetWords(
  status: EvaluationStatus,
  goal: Until,
  trials: EvaluationView['trials'],
  labelOf: (key: string) => string,
): string {
  const wanted = `It was to end once ${stateWords(goal, labelOf)}.`
  return status === 'done'
    ? `Took all ${counted(trials.total, 'question')}: its result was not sure before. ${wanted}`
    : `Ended before its result was sure. ${wanted}`
}

/** Says how many questions decided, and how many others were finished by then. */
function decidedWords(closed: number, trials: EvaluationView['trials']): string {
  const decided = `Decided by the first ${countedOf(closed, trials.total, 'question')}; the limits are for all of them.`
  const more = trials.closed - closed
  if (more <= 0) return decided
  const others = `${more.toLocaleString('en-US')} ${inNumber(more, 'other is', 'others are')} finished too`
  return `${decided} ${others}: ${trials.closed.toLocaleString('en-US')} in all.`
}

/** Says after how many questions an evaluation will probably end early; null if it may not. */
export function untilForecastWords({ until, trials }: Pick<Forecast, 'until' | 'trials'>): string | null {
  if (until === null) return null
  const all = counted(trials, 'question')
  if (until.questions === null)
    return `When it will end is not known: no finished evaluation here had these methods. At most after all ${all}.`
  if (until.questions >= trials) return `It will take all ${all}: too few for what is asked.`
  return until.basis === 'past'
    ? `It will end after about ${rounded(until.questions).toLocaleString('en-US')} of ${all}, if it goes as the last one did.`
    : `It will end after at most about ${rounded(until.questions).toLocaleString('en-US')} of ${all}.`
}

/** What must be shown before it may end, as the end of a sentence. */
function stateWords(goal: Until, labelOf: (key: string) => string): string {
  switch (goal.kind) {
    case 'accuracy':
      return `each accuracy is known to within ${points(goal.width)}`
    case 'decided':
      return `each method is shown to lose at most ${points(goal.margin)} to ${labelOf(goal.baseline)}, or to lose more`
    case 'best':
      return `one method leads and the others are shown to be worse by more than ${points(goal.margin)}, or level`
    case 'models':
      return `another model of its suite is shown to be better by more than ${points(goal.margin)} with ${labelOf(goal.method)}, or all others to be worse or level`
  }
}

interface Deciding {
  readonly goal: Until
  readonly labelOf: (key: string) => string
  readonly isOver: boolean
}

/** The accuracies themselves stand beside each method: limits that decide are of the first questions alone, and wider. */
function decisionWords(decision: UntilDecision, { goal, labelOf, isOver }: Deciding): string[] {
  const { key, outcome, low, high } = decision
  if (goal.kind === 'models') return [modelWords(decision, goal.margin)]
  if (goal.kind !== 'accuracy') return [comparedWords(decision, goal, labelOf)]
  if (isOver) return []
  return [`${labelOf(key)}: known to within ${points(high - low)}${outcome === 'wide' ? ', still too wide' : ''}`]
}

function comparedWords(
  { key, outcome, low, high }: UntilDecision,
  goal: Extract<Until, { readonly margin: number }>,
  labelOf: (key: string) => string,
): string {
  const label = labelOf(key)
  const to = goal.kind === 'decided' ? labelOf(goal.baseline) : 'the leader'
  const range = `${signedPoints(low)} to ${signedPoints(high)} points`
  const limits = `${range}, all methods together`
  switch (outcome) {
    case 'leads':
      return `${label} leads`
    case 'worse':
      return `${label} loses more than ${points(goal.margin)} to ${to} (${limits})`
    case 'close':
      return goal.kind === 'best'
        ? `${label} is level with ${to} (${limits})`
        : `${label} loses at most ${points(goal.margin)} to ${to} (${limits})`
    default:
      return `${label}: open (${range} to ${to}, all methods together)`
  }
}

/** Of another model of the suite, beside this one. */
function modelWords({ key, outcome, low, high }: UntilDecision, margin: number): string {
  const limits = `${signedPoints(low)} to ${signedPoints(high)} points`
  switch (outcome) {
    case 'better':
      return `${key} is better by more than ${points(margin)} (${limits})`
    case 'worse':
      return `${key} is worse by more than ${points(margin)} (${limits})`
    case 'close':
      return `${key} is level with it (${limits})`
    default:
      return `${key}: open (${limits})`
  }
}

/** To two digits, as far as a prediction goes. */
function rounded(questions: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(questions)) - 1)
  return Math.round(questions / step) * step
}

function points(of: number): string {
  const written = Math.round(of * 1e4) / 100
  return `${written} ${inNumber(written, 'point', 'points')}`
}
