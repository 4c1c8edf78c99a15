import { METHOD_NAMES } from '@cges-fleet/methods'
import type { Recorded } from './recordings.js'

/** Calls a question that rules which spend a total get. */
export const CALLS = 4

/** The rule that all others are compared with. */
export const BASE = 'asc-beta'

/** A fixed confidence of all answers: what counting alone is worth to CGES. */
const CONSTANT = 'cges:confidence=constant,gamma=0.99'

/** Thresholds with a promise: the usual one, and a looser one that fewer questions fix. */
const CERTIFIED = ['asc-beta:certified=0.02/0.1', 'asc-beta:calibrate=100,certified=0.05/0.1'] as const

/** A method as it is run, what it is called in tables, and how many numbers of it were learned from what. */
export interface Rival {
  readonly method: string
  readonly name: string
  readonly knobs: number | 'a list'
  readonly from: 'nothing' | 'answers' | 'labels'
}

/** Every rule with no number learned from the recording, the one that others are compared with first. */
export function untunedOn(recorded: Recorded, questions: number): readonly Rival[] {
  const rest = METHOD_NAMES.filter((name) => name !== BASE)
  const methods = [BASE, ...rest.flatMap((name) => writtenFor(name, recorded, questions)), ...CERTIFIED]
  return methods.map((method) => ({ method, name: nameOf(method), knobs: 0, from: 'nothing' }))
}

function writtenFor(name: (typeof METHOD_NAMES)[number], { signals }: Recorded, questions: number): readonly string[] {
  const [signal] = signals
  switch (name) {
    case 'esc':
      return ['esc:window=4']
    case 'cges':
      return [CONSTANT, ...signals.map(cgesOn)]
    case 'beacon':
      return signal === undefined ? [] : [signal === 'rm' ? name : `${name}:confidence=${signal}`]
    case 'cisc':
    case 'cite-weighted':
      return signal === undefined ? [] : [`${name}:confidence=${signal}`]
    // Their lists, gates, means and spreads are learned, and no recording here has groups of tokens or partial answers.
    case 'bayes-shapes':
    case 'reasc':
    case 'deepconf':
    case 'parallel-probe':
    case 'margin-retained':
      return []
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

/** What a row is called: the rule, and what of its parameters is not a recording's own. */
export function nameOf(method: string): string {
  const [name = '', ...parameters] = method.split(/[:,@]/u)
  const parameter = (of: string) => parameters.find((each) => each.startsWith(`${of}=`))?.slice(of.length + 1)
  const alpha = parameter('certified')?.split('/')[0]
  if (alpha !== undefined) return `${name}, certified ${alpha}`
  const confidence = parameter('confidence')
  if (name !== 'cges') return name
  return confidence === 'constant' ? 'cges, a constant' : `cges on ${confidence === 'rm' ? 'rewards' : 'confidence'}`
}
