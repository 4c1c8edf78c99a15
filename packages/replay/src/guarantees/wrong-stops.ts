import { decide, seededRandom, type TrialMethodSpec, type Vote } from '@cges-fleet/methods'

/** A model of one question: the chance of its likeliest answer, and how many answers share the rest evenly. */
export interface AnswerOdds {
  readonly likeliest: number
  readonly answers: number
}

/** The outcomes of simulated runs of one method. */
export interface WrongStops {
  readonly runs: number
  /**
   * Runs its test stopped with an answer that is not the one likeliest answer. Where the likeliest is no likelier than the
   * others there is none, and every stop of the test is wrong.
   */
  readonly wrong: number
  readonly meanCalls: number
}

/**
 * Simulates a method on one question many times: how often does its test stop on an answer that is not the likeliest? A
 * stop forced by the budget is no stop of the test. The same input gives the same figures.
 */
export function wrongStops(spec: TrialMethodSpec, { likeliest, answers }: AnswerOdds, runs: number): WrongStops {
  const random = seededRandom(JSON.stringify(['wrong stops', likeliest, answers]))
  const isTied = likeliest <= (1 - likeliest) / (answers - 1)
  let wrong = 0
  let calls = 0
  for (let run = 0; run < runs; run += 1) {
    const votes = Array.from({ length: spec.budget }, (): Vote => {
      const answer = random.next() < likeliest ? '0' : String(random.int(1, answers - 1))
      return { answer, confidences: {} }
    })
    const decision = decide(spec, votes)
    if (decision.state === 'open') continue
    calls += decision.calls
    if (decision.reason !== 'budget' && (isTied || decision.answer !== '0')) wrong += 1
  }
  return { runs, wrong, meanCalls: calls / runs }
}
