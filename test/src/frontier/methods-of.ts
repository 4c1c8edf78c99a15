import { METHOD_NAMES } from '@cges-fleet/methods'
import type { Recorded } from './recordings.js'

/** Questions of a recording, and what of their own confidences a rule takes as its parameters. */
export interface Facts {
  readonly questions: number
  readonly mean: number
  readonly spread: number
}

/** Calls a question that rules which spend a total get. */
export const CALLS = 4

/** The rule that all others stand beside. */
export const BASE = 'asc-beta'

/** What ReASC itself reads: the mean self-certainty of the lowest tenth of windows. */
const REASC_SIGNAL = 'self-certainty-b10-window'

/** The confidence that `reasc` is run with: its own where a recording has it, else what other rules are tried with first. */
export function reascSignal({ signals }: Pick<Recorded, 'signals'>): Recorded['signals'][number] | undefined {
  return signals.includes(REASC_SIGNAL) ? REASC_SIGNAL : signals[0]
}

/** A fixed confidence of all answers: what counting alone is worth to CGES. */
export const CONSTANT = 'cges:confidence=constant,gamma=0.99'

/** Thresholds with a promise: the usual one, and a looser one that fewer questions fix. */
export const CERTIFIED = ['asc-beta:certified=0.02/0.1', 'asc-beta:calibrate=100,certified=0.05/0.1'] as const

/** Every rule that there is, as it is run on a recording: that which others stand beside first, then in the order of tables. */
export function methodsOf(recorded: Recorded, facts: Facts): readonly string[] {
  const rest = METHOD_NAMES.filter((name) => name !== BASE)
  return [BASE, ...rest.flatMap((name) => writtenFor(name, recorded, facts)), ...CERTIFIED, ...(recorded.more ?? [])]
}

function writtenFor(
  name: (typeof METHOD_NAMES)[number],
  recorded: Recorded,
  { questions, mean, spread }: Facts,
): readonly string[] {
  const { signals } = recorded
  const [signal = 'lns-arith'] = signals
  switch (name) {
    case 'esc':
      return ['esc:window=4']
    case 'cges':
      return [CONSTANT, ...(signals.length === 0 ? [signal] : signals).map(cgesOn)]
    case 'cisc':
    case 'cite-weighted':
      return [`${name}:confidence=${signal}`]
    case 'beacon':
      return [signals.includes('rm') || signals.length === 0 ? 'beacon' : `beacon:confidence=${signal}`]
    case 'reasc':
      return [`reasc:confidence=${reascSignal(recorded) ?? signal},gate=0.95,mean=${mean},spread=${spread}`]
    case 'deepconf':
      return ['deepconf:keep=0.1']
    case 'fixed-total':
    case 'blend-asc':
      return [`${name}:totalCalls=${CALLS * questions}`]
    default:
      return [name]
  }
}

export function cgesOn(signal: string): string {
  return `cges:confidence=${signal},gamma=0.99`
}
