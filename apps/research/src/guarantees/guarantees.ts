import {
  certifyThreshold,
  decide,
  type MethodSpec,
  type Promised,
  seededRandom,
  type SeededRandom,
  sweepMethod,
  type TrialMethodSpec,
  type Vote,
} from '@cges-fleet/methods'

/** The outcomes of simulated calibrations of a threshold. */
interface BrokenPromises {
  readonly draws: number
  /** Draws of calibration questions whose threshold differs from the full vote in more than α of all questions. */
  readonly broken: number
  /** Draws whose threshold differs from it in more than α of the questions that stop early: nothing is promised of these. */
  readonly brokenOfStops: number
  /** The mean share of the questions that stop early in which the threshold differs. */
  readonly wrongOfStops: number
  /** The mean share of questions that stop early. */
  readonly stopped: number
  /** Draws that certified no threshold, and so fall back to the full vote. */
  readonly none: number
  readonly meanCalls: number
}

/** How many questions of the same kind tell what a threshold really does. */
const POPULATION = 20_000
const DRAWS = 2000

/**
 * Simulates certifying a threshold: draws calibration sets of `questions` again and again, and counts how often the
 * threshold chosen breaks its promise on the population they come from. `thresholds` go from strict to loose. Of the questions a
 * share `even` has five answers that are equally likely, which hardly ever stop; the others are of mixed difficulty.
 */
export function brokenPromises(
  spec: MethodSpec,
  thresholds: readonly number[],
  promise: Promised,
  { questions, even = 0 }: { readonly questions: number; readonly even?: number },
): BrokenPromises {
  const random = seededRandom('broken promises')
  const population = Array.from({ length: POPULATION }, () => trialOf(spec, thresholds, { random, even }))
  const { rates, costs, early, ofStops } = ratesOf(population, thresholds, spec.budget)
  let broken = 0
  let none = 0
  let calls = 0
  const stops = { broken: 0, wrong: 0, share: 0 }
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const disagreements = thresholds.map(() => 0)
    for (let question = 0; question < questions; question += 1) {
      const { differs } = population[random.int(0, POPULATION - 1)] ?? { differs: [] }
      for (const [at] of thresholds.entries()) {
        if (differs[at] === true) disagreements[at] = (disagreements[at] ?? 0) + 1
      }
    }
    const chosen = certifyThreshold(disagreements, questions, promise)
    if (chosen === null) none += 1
    else if ((rates[chosen] ?? 0) > promise.alpha) broken += 1
    calls += chosen === null ? spec.budget : (costs[chosen] ?? spec.budget)
    if (chosen === null) continue
    if ((ofStops[chosen] ?? 0) > promise.alpha) stops.broken += 1
    stops.wrong += (ofStops[chosen] ?? 0) / DRAWS
    stops.share += (early[chosen] ?? 0) / DRAWS
  }
  return {
    draws: DRAWS,
    broken,
    brokenOfStops: stops.broken,
    wrongOfStops: stops.wrong,
    stopped: stops.share,
    none,
    meanCalls: calls / DRAWS,
  }
}

/** What each threshold does on all questions of a population. */
function ratesOf(population: readonly ReturnType<typeof trialOf>[], thresholds: readonly number[], budget: number) {
  const mean = (of: (trial: ReturnType<typeof trialOf>, at: number) => number) =>
    thresholds.map((_, at) => meanOf(population.map((trial) => of(trial, at))))
  const rates = mean(({ differs }, at) => (differs[at] === true ? 1 : 0))
  const costs = mean(({ calls }, at) => calls[at] ?? budget)
  const early = mean(({ calls }, at) => ((calls[at] ?? budget) < budget ? 1 : 0))
  return { rates, costs, early, ofStops: rates.map((rate, at) => (rate === 0 ? 0 : rate / (early[at] ?? 1))) }
}

/** One question: with a chance of `even` all five answers are as likely; else the likeliest has a chance from .3 to 1. */
function trialOf(
  spec: MethodSpec,
  thresholds: readonly number[],
  { random, even }: { readonly random: SeededRandom; readonly even: number },
) {
  const likeliest = even > 0 && random.next() < even ? 0.2 : 0.3 + 0.7 * Math.sqrt(random.next())
  const votes = Array.from({ length: spec.budget }, (): Vote => {
    const answer = random.next() < likeliest ? '0' : String(random.int(1, 4))
    return { answer, confidences: {} }
  })
  const full = decide({ method: 'sc', budget: spec.budget }, votes)
  const stops = sweepMethod(spec, votes, thresholds) ?? []
  const answer = full.state === 'stopped' ? full.answer : null
  return {
    differs: stops.map((stop) => stop.state === 'stopped' && stop.answer !== answer),
    calls: stops.map((stop) => (stop.state === 'stopped' ? stop.calls : spec.budget)),
  }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** A model of one question: the chance of its likeliest answer, and how many answers share the rest evenly. */
interface AnswerOdds {
  readonly likeliest: number
  readonly answers: number
}

/** The outcomes of simulated runs of one method. */
interface WrongStops {
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
