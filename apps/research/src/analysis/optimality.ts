import { seededRandom, type Vote } from '@cges-fleet/methods'
import { IDEAL, idealDraw, RIGHT, standing, type TheoryRow, votesOf } from './ideal-model.js'

/** After eight samples no other rule that sees the same is wrong less often, and the mean of 1 − max X is how often CGES is. */
export function optimalRows(runs: number): TheoryRow[] {
  const size = 8
  return IDEAL.map(({ options, confidences }) => {
    const random = seededRandom(`optimal ${options} ${confidences.join(' ')}`)
    const wrong = { cges: 0, votes: 0, surest: 0, promised: 0 }
    const count = 10 * runs
    for (let run = 0; run < count; run += 1) {
      const votes = votesOf(idealDraw(options, confidences), size, random)
      const { top } = standing(votes, { fixed: options })
      if (top?.answer !== RIGHT) wrong.cges += 1 / count
      wrong.promised += (1 - (top?.score ?? 0)) / count
      if (mostFrequent(votes) !== RIGHT) wrong.votes += 1 / count
      if (surest(votes) !== RIGHT) wrong.surest += 1 / count
    }
    const noise = 3 * Math.sqrt(0.25 / count)
    const setting = `${options} options, C ${confidences.join(', ')}: wrong after ${size}, by CGES; as its scores say ${percent(wrong.promised)}, plurality ${percent(wrong.votes)}, the surest ${percent(wrong.surest)}`
    const isLeast = wrong.cges <= Math.min(wrong.votes, wrong.surest) + noise
    return {
      claim: 'Bayes-optimal decision (corollary E.1)',
      setting,
      promised: 'least',
      drift: null,
      shares: [{ samples: size, share: wrong.cges }],
      holds: isLeast && Math.abs(wrong.cges - wrong.promised) <= noise,
    }
  })
}

const SURE = 0.9
/** Settings of `IDEAL`, and how many samples a history has at most. */
const HISTORIES = [10, 5, 5] as const

/**
 * Of every history of so many samples: could any rule be sure of its answer with a chance of γ where CGES has not stopped? The
 * best that a rule can be sure of is computed from the joint chances of the history under each right answer, without CGES.
 */
export function earliestRows(): TheoryRow[] {
  return HISTORIES.flatMap((depth, at) => {
    const ideal = IDEAL[at]
    if (ideal === undefined) return []
    const { histories, sooner, unsure } = historiesOf(ideal, depth)
    return [
      {
        claim: 'Earliest certified stop (corollary E.1)',
        setting: `${ideal.options} options, C ${ideal.confidences.join(', ')}: histories in which another rule could be sure of γ = ${SURE} before CGES stops, of ${histories}`,
        promised: 'none' as const,
        drift: null,
        shares: [{ samples: depth, share: sooner / histories }],
        holds: sooner === 0 && unsure === 0,
      },
    ]
  })
}

/** Counts histories in which CGES stops later than it might, and those in which it stops unsure. */
function historiesOf({ options, confidences }: (typeof IDEAL)[number], depth: number) {
  const found = { histories: 0, sooner: 0, unsure: 0 }
  const answers = Array.from({ length: options }, (_, at) => `${at}`)
  const visit = (votes: readonly Vote[], joint: readonly number[]) => {
    if (votes.length > 0) {
      found.histories += 1
      const best = Math.max(...joint) / joint.reduce((sum, each) => sum + each, 0)
      const stops = (standing(votes, { fixed: options }).top?.score ?? 0) >= SURE - 1e-12
      if (best >= SURE + 1e-12 && !stops) found.sooner += 1
      if (best < SURE - 1e-9 && stops) found.unsure += 1
      if (stops || votes.length === depth) return
    }
    for (const answer of answers) {
      for (const confidence of confidences) {
        const chances = answers.map((right) => (right === answer ? confidence : (1 - confidence) / (options - 1)))
        visit(
          [...votes, { answer, confidences: { 'lns-arith': confidence } }],
          joint.map((each, right) => each * (chances[right] ?? 0)),
        )
      }
    }
  }
  visit(
    [],
    answers.map(() => 1 / options),
  )
  return found
}

function mostFrequent(votes: readonly Vote[]): string | null {
  const counts = new Map<string | null, number>()
  for (const { answer } of votes) counts.set(answer, (counts.get(answer) ?? 0) + 1)
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0]
}

function sureness({ confidences }: Vote): number {
  return confidences['lns-arith'] ?? 0
}

function surest(votes: readonly Vote[]): string | null {
  return votes.reduce((best, each) => (sureness(each) > sureness(best) ? each : best)).answer
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
