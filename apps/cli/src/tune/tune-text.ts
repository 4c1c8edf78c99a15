import { counted } from '@cges-fleet/core'
import { DEFAULT_MARGIN, judgeDifference } from '@cges-fleet/statistics'
import { percent } from '../report/format.js'
import { FIXED_GAMMA, type GammaCheck, type TunedSignal } from './tune-signal.js'

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
function mapText({ signal, recalibration, chosen }: TunedSignal): string[] {
  if (recalibration === null) return ['  map      none: nothing can be fitted where all samples are right, or none']
  const { map, adopted, calls, accuracy, plain } = recalibration
  const compared = `in 5-fold cross-validation ${percent(accuracy)} with it and ${percent(plain)} without, at ${calls.toFixed(2)} calls`
  if (!adopted) return [`  map      ${map.join(';')} is not adopted: ${compared}`]
  const method = `cges:confidence=${signal},gamma=${chosen?.gamma ?? FIXED_GAMMA},map=${map.join(';')}`
  return [`  map      adopted: ${compared}; what follows is with it: ${method}`]
}

function checkText(check: GammaCheck, budget: number): string {
  const { gamma, questions, accuracy, scAccuracy, difference, calls, tokens, p } = check
  const interval = difference === null ? '' : ` [${points(difference.low)}, ${points(difference.high)}]`
  const saved = percent(1 - calls / budget)
  const fixed = gamma === FIXED_GAMMA ? ' (fixed)' : ''
  return `the rest γ ${gamma}${fixed}: ${wordOf(check)}: ${percent(accuracy)} against SC’s ${percent(scAccuracy)}, ${points(accuracy - scAccuracy)}${interval} points, p ${p.toPrecision(2)}, ${counted(questions, 'question')}; ${calls.toFixed(2)} calls of ${budget}, ${saved} saved${tokens === null ? '' : `; ${counted(Math.round(tokens), 'token')}`}`
}

function wordOf({ difference, p }: GammaCheck): string {
  return difference === null ? 'inconclusive' : judgeDifference({ ...difference, holmP: p }, DEFAULT_MARGIN)
}

/** How the chosen γ does on the held-out questions. */
function adviceOf({ slice, checks, chosen, quality }: TunedSignal, budget: number): string {
  if (slice === 'all wrong') {
    return 'nothing can be advised: no rule is right on any question of the slice, SC neither. Check --kind, --answers and the reference answers.'
  }
  const [check] = checks
  if (check === undefined || chosen === null) return 'nothing can be said.'
  if (quality.median !== null && quality.median < 0.5)
    return 'CGES will not help: most answers count against themselves.'
  if (!chosen.qualified) return 'CGES will not help: no γ keeps SC’s accuracy, not even on the slice.'
  const word = wordOf(check)
  if (word === 'worse') return `CGES will not help: γ ${check.gamma}, right on the slice, loses accuracy on the rest.`
  if (word === 'inconclusive') return `CGES may help: γ ${check.gamma} saves calls, but the rest is too few to tell.`
  const saved = percent(1 - check.calls / budget)
  return `CGES will help: at γ ${check.gamma} it saves ${saved} of the calls and keeps up with SC on the rest.`
}

function number(value: number | null): string {
  return value?.toFixed(3) ?? '—'
}

function points(share: number): string {
  return `${share < 0 ? '' : '+'}${(100 * share).toFixed(1)}`
}
