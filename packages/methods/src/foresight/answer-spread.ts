import { logGamma } from '../log-gamma.js'

/**
 * How widely the answers to one question may spread: after n samples the next one gives a new answer with probability
 * θ/(n + θ), and otherwise repeats one of the n, each as likely.
 */
const CONCENTRATIONS = [0.05, 0.2, 0.7, 2, 6] as const
/** How many questions' worth of doubt there is before any was seen, spread evenly over the concentrations. */
const PRIOR_QUESTIONS = 5
const STEPS = 30

/** The share of questions that each concentration θ describes; the shares sum to 1. */
export type AnswerSpread = readonly { readonly theta: number; readonly share: number }[]

/** The evidence on a question's concentration: its number of samples, and of the different answers they give. */
export interface SpreadSeen {
  readonly samples: number
  readonly answers: number
}

interface Group extends SpreadSeen {
  readonly questions: number
}

/**
 * Learns from the questions of an evaluation how their answers spread, blind to what is right. How many samples a
 * question has may depend on their answers, as where a rule stopped: that changes no likelihood. Without any it is what
 * is believed of any evaluation.
 *
 * The urn is that of Blackwell and MacQueen (1973), its likelihood Ewens' (1972); the shares are found by expectation
 * maximisation over a fixed grid of θ.
 */
export function learnSpread(seen: readonly SpreadSeen[]): AnswerSpread {
  const groups = grouped(seen)
  const total = PRIOR_QUESTIONS + seen.length
  let spread: AnswerSpread = CONCENTRATIONS.map((theta) => ({ theta, share: 1 / CONCENTRATIONS.length }))
  for (let step = 0; step < STEPS && groups.length > 0; step += 1) {
    const sums = spread.map(() => PRIOR_QUESTIONS / CONCENTRATIONS.length)
    for (const group of groups) {
      for (const [at, { share }] of spreadGiven(spread, group).entries()) {
        sums[at] = (sums[at] ?? 0) + share * group.questions
      }
    }
    spread = spread.map(({ theta }, at) => ({ theta, share: (sums[at] ?? 0) / total }))
  }
  return spread
}

/** What is believed of one question's concentration after its samples, by Bayes. */
export function spreadGiven(spread: AnswerSpread, { samples, answers }: SpreadSeen): AnswerSpread {
  const logs = spread.map(
    ({ theta, share }) => Math.log(share) + answers * Math.log(theta) + logGamma(theta) - logGamma(theta + samples),
  )
  const largest = Math.max(...logs)
  const weights = logs.map((log) => Math.exp(log - largest))
  const sum = weights.reduce((a, b) => a + b, 0)
  return spread.map(({ theta }, at) => ({ theta, share: (weights[at] ?? 0) / sum }))
}

/** Questions that tell the same are weighed once. */
function grouped(seen: readonly SpreadSeen[]): Group[] {
  const groups = new Map<string, Group>()
  for (const { samples, answers } of seen) {
    const name = `${samples}/${answers}`
    groups.set(name, { samples, answers, questions: (groups.get(name)?.questions ?? 0) + 1 })
  }
  return [...groups.values()]
}
