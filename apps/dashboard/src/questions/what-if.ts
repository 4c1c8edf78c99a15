import {
  decide,
  isTrialMethod,
  type ReportedSpec,
  sweptValues,
  type TrialMethodSpec,
  type Vote,
} from '@cges-fleet/methods/replay'

/** A parameter of a method that can be tried at other values: the values, in order, its own among them. */
export interface Knob {
  readonly symbol: string
  readonly name: string
  readonly own: number
  readonly values: readonly number[]
  with(value: number): TrialMethodSpec
}

/** Returns the parameter of a method that can be varied on one question's samples; null if none can. */
export function knobOf(spec: ReportedSpec, samples: number): Knob | null {
  const swept = isTrialMethod(spec) ? sweptValues(spec) : null
  if (swept === null || !isTrialMethod(spec)) return null
  const { parameter, symbol, own, scale } = swept
  const most = parameter === 'budget' ? Math.min(samples, 1024) : spec.budget
  return {
    symbol,
    name: parameter === 'gamma' ? 'threshold γ' : parameter,
    own,
    values: scale === 'count' ? withOwn(upTo(most), own) : swept.values,
    with: (value) => ({ ...spec, [parameter]: value }),
  }
}

/** Where a method would have stopped at another value of its parameter, or that there are too few samples to tell. */
export type WhatIf =
  | {
      readonly state: 'stopped'
      readonly calls: number
      readonly answer: number | null
      readonly score: number | null
      readonly reason: string
    }
  | { readonly state: 'open'; readonly drawn: number }
  | { readonly state: 'impossible'; readonly why: string }

/** Decides a question again as a method would with another value: the fleet's own rule, on the samples that are there. */
export function whatIf(knob: Knob, value: number, votes: readonly Vote[]): WhatIf {
  try {
    const decision = decide(knob.with(value), votes)
    if (decision.state === 'open') return { state: 'open', drawn: votes.length }
    const { calls, answer, score, reason } = decision
    return { state: 'stopped', calls, answer: answer === null ? null : Number(answer), score, reason }
  } catch (error) {
    if (error instanceof RangeError) return { state: 'impossible', why: error.message }
    throw error
  }
}

function upTo(most: number): number[] {
  return Array.from({ length: Math.max(1, most) }, (_, at) => at + 1)
}

function withOwn(values: readonly number[], own: number): number[] {
  return [...new Set([...values, own])].toSorted((a, b) => a - b)
}
