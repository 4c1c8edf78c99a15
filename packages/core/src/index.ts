/**
 * Words and mathematics that every process of the fleet shares. One word per thing, in TypeScript, JSON, URLs, SQL
 * and on screen:
 *
 * - Benchmark: a named, versioned set of questions with one prompt template and one kind of answer.
 * - Evaluation: a benchmark × a pool × sampling parameters × methods × replicates, submitted by a team. Suite: a named
 *   set of evaluations reported as one table.
 * - Trial: one question in one replicate of an evaluation, with samples 0 … B − 1; the unit that is resolved.
 * - Sample: one answer drawn from the model, with its outcome and confidences. Call: what a sample costs a method.
 * - Method: a stopping-and-aggregation rule with its parameters and budget; its key is its canonical spelling.
 * - Confidence signal: token log-probabilities turned into a number in (0, 1).
 * - Verdict: where a method stopped on a trial: calls, answer, score, reason. Written once, never changed.
 * - Round: one pass over an evaluation: recompute, resolve, ask for the next samples of the unresolved.
 * - Pool: the workers that serve one model. Team: who submits and pays.
 *
 * Nothing here reads a clock, draws chance, or touches a file, the network or the environment.
 */
export * from './schemas/benchmark.js'
export * from './schemas/confidence-signal.js'
export * from './schemas/evaluation-spec.js'
export * from './schemas/evaluation-view.js'
export * from './schemas/method-spec.js'
export * from './schemas/outcome.js'
export * from './schemas/pool.js'
export * from './schemas/problem.js'
export * from './schemas/sampling.js'
export * from './confidence/token-confidences.js'
export * from './methods/asc-beta-probability.js'
export * from './methods/decide.js'
export type * from './methods/decision.js'
export * from './methods/method-key.js'
export * from './methods/method-label.js'
export * from './methods/next-stop.js'
export * from './methods/parse-method-spec.js'
export * from './methods/required-signals.js'
export * from './methods/support-exceeded.js'
export type * from './methods/vote.js'
export * from './answers/answer-key.js'
export * from './answers/grade-answer.js'
export * from './answers/grading-version.js'
export * from './answers/read-answer.js'
export * from './benchmarks/parse-questions.js'
export * from './benchmarks/render-prompt.js'
export * from './seeds/digest-line.js'
export * from './seeds/permuted-index.js'
export * from './seeds/trial-seed-base.js'
export type { QuestionFields } from './benchmarks/read-question-line.js'
export * from './benchmarks/demo/demo-benchmark.js'
export * from './benchmarks/demo/demo-scenario.js'
export * from './benchmarks/demo/scenario-question.js'
export * from './benchmarks/demo/seeded-random.js'
export * from './statistics/expected-remaining-draws.js'
export * from './statistics/method-report.js'
export * from './statistics/restricted-mean.js'
export * from './statistics/survival-by-calls.js'
export * from './statistics/clustered-interval.js'
export * from './statistics/wilson-interval.js'
