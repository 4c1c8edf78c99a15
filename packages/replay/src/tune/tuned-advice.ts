import { DEFAULT_MARGIN, judgeDifference } from '@cges-fleet/statistics'
import { FIXED_GAMMA, type GammaCheck, type TunedSignal } from './tune-signal.js'

/** Whether CGES will help by a signal, null if that cannot be told, and a summary in words. */
export interface TunedAdvice {
  readonly helps: boolean | null
  readonly said: string
}

/** Describes how the chosen γ does on the held-out rest; `budget` is that of SC, samples per question. */
export function tunedAdvice({ slice, checks, chosen, quality }: TunedSignal, budget: number): TunedAdvice {
  if (slice === 'all wrong')
    return {
      helps: null,
      said: 'nothing can be advised: no rule is right on any question of the slice, SC neither.',
    }
  const [check] = checks
  if (check === undefined || chosen === null) return { helps: null, said: 'nothing can be said.' }
  if (quality.median !== null && quality.median < 0.5) return no('most answers count against themselves')
  if (!chosen.qualified) return no('no γ keeps SC’s accuracy, not even on the slice')
  const word = judgedCheck(check)
  if (word === 'worse') return no(`γ ${check.gamma}, right on the slice, loses accuracy on the rest`)
  if (word === 'inconclusive')
    return { helps: null, said: `CGES may help: γ ${check.gamma} saves calls, but the rest is too few to tell.` }
  const saved = (100 * (1 - check.calls / budget)).toFixed(1)
  return {
    helps: true,
    said: `CGES will help: at γ ${check.gamma} it saves ${saved} % of the calls and keeps up with SC on the rest.`,
  }
}

function no(why: string): TunedAdvice {
  return { helps: false, said: `CGES will not help: ${why}.` }
}

/** Judges a γ against SC on the held-out rest. */
export function judgedCheck({ difference, p }: GammaCheck): ReturnType<typeof judgeDifference> {
  return difference === null ? 'inconclusive' : judgeDifference({ ...difference, holmP: p }, DEFAULT_MARGIN)
}

/** Writes the method with the γ that was chosen, and the recalibration if one was adopted. */
export function tunedMethod({ signal, chosen, recalibration }: TunedSignal): string {
  const map = recalibration?.adopted === true ? `,map=${recalibration.map.join(';')}` : ''
  return `cges:confidence=${signal},gamma=${chosen?.gamma ?? FIXED_GAMMA}${map}`
}
