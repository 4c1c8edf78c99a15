import { decide, type TrialMethodSpec, type Vote } from '@cges-fleet/methods'

type AscSpec = Extract<TrialMethodSpec, { method: 'asc-beta' }>

/**
 * Replays what the reference code of ASC-Dirichlet does where its integration fails silently (NumPy 1.24 and later): no stop
 * once three distinct answers were seen, the Beta criterion before. It explains a published row and is no method.
 */
export function brokenDirichlet(spec: AscSpec, votes: readonly Vote[]): { calls: number; answer: string | null } {
  const beta = decide(spec, votes)
  if (beta.state === 'open') throw new Error('undecided with the whole pool drawn')
  const seen = new Set(votes.slice(0, beta.calls).map(({ answer }) => answer))
  seen.delete(null)
  if (seen.size < 3) return beta
  const whole = decide({ method: 'sc', budget: spec.budget }, votes)
  if (whole.state === 'open') throw new Error('undecided with the whole pool drawn')
  return { calls: spec.budget, answer: whole.answer }
}
