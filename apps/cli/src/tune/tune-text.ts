import { counted } from '@cges-fleet/core'
import {
  FIXED_GAMMA,
  type GammaCheck,
  judgedCheck,
  tunedAdvice,
  tunedMethod,
  type TunedSignal,
} from '@cges-fleet/replay'
import { percent } from '../report/format.js'

/** Formats for one signal whether CGES will help, with which γ, and how that holds up on the remaining questions. */
export function tuneText(tuned: TunedSignal, budget: number): string[] {
  const { signal, slice, quality, drift, warning, chosen, gammaInterval, checks } = tuned
  const gains = drift.positive === null ? '—' : percent(drift.positive)
  return [
    '',
    `${signal}: ${adviceOf(tuned, budget)}`,
    `  signal   median ${number(quality.median)} · ECE ${number(quality.ece10)} · AUC ${number(quality.auc)} · Brier ${number(quality.brier)}`,
    `  drift    μ̂ ${number(quality.muHat)} · standardised ${number(quality.standardisedDrift)} · the right answer gains on all others on ${gains} of ${counted(drift.questions - drift.unseen, 'question')}`,
    ...(warning === null ? [] : [`  warning  ${warning}`]),
    ...(slice === 'all right'
      ? ['  slice    SC and every γ are right on all of it: accuracy tells no rule apart there, only calls do']
      : []),
    ...mapText(tuned),
    ...(chosen === null || gammaInterval === null
      ? []
      : [
          `  γ        ${chosen.gamma} [${gammaInterval.low}, ${gammaInterval.high}], chosen on the labels of the slice, so its accuracy there flatters`,
        ]),
    ...checks.map((check) => `  ${checkText(check, budget)}`),
  ]
}

/** Formats whether recalibrating the signal helps, and how to write a method that does so. */
function mapText(tuned: TunedSignal): string[] {
  const { recalibration } = tuned
  if (recalibration === null) return ['  map      none: nothing can be fitted where all samples are right, or none']
  const { map, adopted, calls, accuracy, plain } = recalibration
  const compared = `in 5-fold cross-validation ${percent(accuracy)} with it and ${percent(plain)} without, at ${calls.toFixed(2)} calls`
  if (!adopted) return [`  map      ${map.join(';')} is not adopted: ${compared}`]
  return [`  map      adopted: ${compared}; what follows is with it: ${tunedMethod(tuned)}`]
}

function checkText(check: GammaCheck, budget: number): string {
  const { gamma, questions, accuracy, scAccuracy, difference, calls, tokens, p } = check
  const interval = difference === null ? '' : ` [${points(difference.low)}, ${points(difference.high)}]`
  const saved = percent(1 - calls / budget)
  const fixed = gamma === FIXED_GAMMA ? ' (fixed)' : ''
  return `the rest γ ${gamma}${fixed}: ${judgedCheck(check)}: ${percent(accuracy)} against SC’s ${percent(scAccuracy)}, ${points(accuracy - scAccuracy)}${interval} points, p ${p.toPrecision(2)}, ${counted(questions, 'question')}; ${calls.toFixed(2)} calls of ${budget}, ${saved} saved${tokens === null ? '' : `; ${counted(Math.round(tokens), 'token')}`}`
}

/** If every answer in a log is wrong, the advice is mostly about how to read it. */
function adviceOf(tuned: TunedSignal, budget: number): string {
  const { said } = tunedAdvice(tuned, budget)
  return tuned.slice === 'all wrong' ? `${said} Check --kind, --answers and the reference answers.` : said
}

function number(value: number | null): string {
  return value?.toFixed(3) ?? '—'
}

function points(share: number): string {
  return `${share < 0 ? '' : '+'}${(100 * share).toFixed(1)}`
}
