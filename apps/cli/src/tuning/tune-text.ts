import { counted, gammaVerdictWords } from '@cges-fleet/core'
import { type ConfidenceSignal, GAMMA_GRID } from '@cges-fleet/methods'
import {
  FIXED_GAMMA,
  type GammaCheck,
  isTooLow,
  judgedCheck,
  tunedAdvice,
  tunedMethod,
  type TunedSignal,
  type TunedTemperature,
} from '@cges-fleet/replay'
import { percent } from '../shell/format.js'

/** What a signal is worth to CGES, and the temperature by which CISC weighs votes by it. */
export interface Tuned extends TunedSignal {
  readonly cisc: TunedTemperature
  /** The option with the map that was fitted to numbers outside [0, 1]; null if they were in it. */
  readonly fitted: string | null
  /** Whether the file's own confidence stands in for it, which tables call `mapped`. */
  readonly isMapped: boolean
  /** An earlier signal with the same value for every sample. */
  readonly sameAs?: ConfidenceSignal
}

/** Formats the map that was fitted to numbers outside [0, 1], as the option that a replay of the methods below needs. */
export function fittedText(tuned: readonly Tuned[]): string[] {
  return [...new Set(tuned.flatMap(({ fitted }) => fitted ?? []))].map(
    (option) =>
      `numbers outside [0, 1] are mapped to shares right, fitted to the slice’s grades: give replay ${option}`,
  )
}

/** Formats for one signal whether CGES will help, with which γ, and how that holds up on the remaining questions. */
export function tuneText(tuned: TunedSignal, budget: number): string[] {
  const { signal, slice, quality, drift, warning, chosen, callsOnSlice, gammaInterval, checks, bare } = tuned
  const gains = drift.positive === null ? '—' : percent(drift.positive)
  return [
    '',
    `${signal}: ${adviceOf(tuned, budget)}`,
    `  signal   median ${number(quality.median)} · ECE ${number(quality.ece10)} · AUC ${number(quality.auc)} · Brier ${number(quality.brier)}`,
    `  drift    μ̂ ${number(quality.muHat)} · ${number(quality.standardisedDrift)} standard deviations of all log-odds · the right answer gains on all others on ${gains} of ${counted(drift.questions - drift.unseen, 'question')}`,
    ...(warning === null ? [] : [`  warning  ${warning}`]),
    ...(slice === 'all right'
      ? ['  slice    SC and every γ are right on the whole slice, so only calls differ there']
      : []),
    ...mapText(tuned),
    ...(chosen === null || gammaInterval === null
      ? []
      : [
          `  γ        ${chosen.gamma}, ${chosen.gamma === GAMMA_GRID[0] ? 'the least that is tried, ' : ''}${chosen.qualified ? 'the smallest within 0.2 points of SC on the slice' : 'the largest, since none is within 0.2 points of SC on the slice'}: ${callsOnSlice.toFixed(2)} calls there; 95 % of resampled slices choose ${gammaInterval.low} to ${gammaInterval.high}`,
        ]),
    ...checks.map((check) => `  ${checkText(check, { budget, usual: bare === null ? USUAL : MAPPED })}`),
    ...(bare === null ? [] : [`  ${checkText(bare, { budget, usual: BARE })}`]),
  ]
}

/** Formats whether recalibrating the signal helps, and how to write a method that does so. */
function mapText(tuned: TunedSignal): string[] {
  const { recalibration } = tuned
  if (recalibration === null) return ['  map      none: a map needs both right and wrong samples']
  const { map, adopted, calls, accuracy, plain } = recalibration
  const compared = `${percent(accuracy)} right with it on questions it was not fitted to (5-fold), ${percent(plain)} without, both at ${calls.toFixed(2)} calls`
  if (!adopted) return [`  map      not used: map=${map.join(';')} does not help: ${compared}`]
  return [`  map      used, it helps: ${compared}. Figures below include it: ${tunedMethod(tuned)}`]
}

/** Formats the temperature for CISC, and how its vote does on the remaining questions. */
export function ciscText({ signal, cisc: { temperature, area, plainArea, rest } }: Tuned, budget: number): string {
  const { accuracy, plainAccuracy, scAccuracy, difference } = rest
  const interval = difference === null ? '' : ` [${points(difference.low)}, ${points(difference.high)}]`
  const plain = temperature === 1 ? '' : ` (T = 1: ${percent(plainArea)} and ${percent(plainAccuracy)})`
  return `  CISC     T ${temperature}: right in ${percent(area)} over the first 1 to ${budget} samples on the slice, in ten orders; on the rest ${percent(accuracy)} of ${budget} against SC’s ${percent(scAccuracy)}, ${points(accuracy - scAccuracy)}${interval} points${plain}: cisc:confidence=${signal},temperature=${temperature}`
}

interface Checked {
  readonly budget: number
  /** What the usual γ is called. */
  readonly usual: string
}

const USUAL = ' (the usual one, chosen without labels)'
const MAPPED = ' (the usual one, with the map above)'
const BARE = ' (the usual one, without the map)'

function checkText(check: GammaCheck, { budget, usual }: Checked): string {
  const { gamma, questions, accuracy, scAccuracy, difference, calls, tokens, p } = check
  const interval = difference === null ? '' : ` [${points(difference.low)}, ${points(difference.high)}]`
  const saved = percent(1 - calls / budget)
  const fixed = gamma === FIXED_GAMMA ? usual : ''
  return `the rest γ ${gamma}${fixed}: ${judgedCheck(check)}: ${percent(accuracy)} against SC’s ${percent(scAccuracy)}, ${points(accuracy - scAccuracy)}${interval} points, p ${p.toPrecision(2)}, ${counted(questions, 'question')}; ${calls.toFixed(2)} calls of ${budget}, ${saved} saved${tokens === null ? '' : `; ${counted(Math.round(tokens), 'token')}`}`
}

/** If every answer in a log is wrong, the advice is mostly about how to read it. */
function adviceOf(tuned: TunedSignal, budget: number): string {
  const { verdict } = tunedAdvice(tuned, budget)
  const words = gammaVerdictWords(verdict)
  return verdict.kind === 'all_wrong' ? `${words} Check --kind, --answers and the reference answers.` : words
}

function number(value: number | null): string {
  return value?.toFixed(3) ?? '—'
}

function points(share: number): string {
  return `${share < 0 ? '' : '+'}${(100 * share).toFixed(1)}`
}

/** The signal that saves most on the slice at SC’s accuracy; the only one if there are no others. */
export function bestTuned(tuned: readonly Tuned[]): Tuned | undefined {
  return tuned.length < 2 ? tuned[0] : usableTuned(tuned)[0]
}

/** Signals that keep SC’s accuracy on the slice, those that save most first. */
function usableTuned(tuned: readonly Tuned[]): readonly Tuned[] {
  const usable = tuned.filter(
    ({ chosen, quality, recalibration, sameAs }) =>
      sameAs === undefined && chosen?.qualified === true && !isTooLow({ quality, recalibration }),
  )
  return usable.toSorted((a, b) => a.callsOnSlice - b.callsOnSlice)
}

/** Calls a question by which signals may differ on a slice without one being better. */
const TIE = 0.05

/** Names the signal that saves most on the slice at SC’s accuracy, with its figures on the rest, which did not choose it. */
export function bestSignal(tuned: readonly Tuned[], budget: number): string[] {
  if (tuned.length < 2) return []
  const best = bestTuned(tuned)
  const [check] = best?.checks ?? []
  if (best === undefined || check === undefined) return ['', 'best signal: none keeps SC’s accuracy on the slice']
  const { gamma, accuracy, scAccuracy, calls } = check
  const ties = usableTuned(tuned).filter((each) => each !== best && each.callsOnSlice - best.callsOnSlice <= TIE)
  const asGood = ties.map(({ signal, callsOnSlice }) => `${signal} (${callsOnSlice.toFixed(2)})`).join(', ')
  return [
    '',
    `best signal: ${best.signal}, chosen on the slice: ${best.callsOnSlice.toFixed(2)} calls at SC’s accuracy${asGood === '' ? '' : `; as good: ${asGood}`}. On the rest, γ ${gamma} is ${judgedCheck(check)}: ${percent(accuracy)} against SC’s ${percent(scAccuracy)}; ${calls.toFixed(2)} calls of ${budget}, ${percent(1 - calls / budget)} saved: ${tunedMethod(best)}`,
  ]
}
