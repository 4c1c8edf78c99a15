import type { EvaluationView } from '@cges-fleet/core'
import { type DataDescription, type DecidedFigures, decidedFigures } from '../export/data-description.js'
import { sampleRecords } from '../export/exported-samples.js'
import { type ExportedTrial, type ExportedVerdict, type Hash, isRight, promptOf } from '../export/exported-trial.js'

/** The source of every row. */
interface LmEvalSource {
  readonly view: EvaluationView
  readonly description: DataDescription
  readonly sha256: Hash
}

/**
 * Rows of `samples_<task>_<date>.jsonl` of one trial: first one with every sample and its answer, then one a method,
 * each as a filter of its own, with the samples it was charged for and the answer it gave.
 */
export function* lmEvalRows({ view, description, sha256 }: LmEvalSource, trial: ExportedTrial): Generator<string> {
  const { question, choices, questionId, replicate, gold, samples } = trial
  const prompt = promptOf(trial) ?? ''
  const doc = { id: questionId, replicate, question, ...(choices === null ? {} : { choices }), answer: gold }
  const right = samples.filter((sample) => isRight(trial, sample)).length
  const common = {
    doc_id: replicate * view.benchmark.questions + trial.position,
    doc: { ...doc, cges: description },
    target: gold ?? '',
    arguments: { gen_args_0: { arg_0: prompt, arg_1: generation(view) } },
    metrics: ['exact_match'],
    doc_hash: sha256(JSON.stringify(doc)),
    prompt_hash: sha256(prompt),
    target_hash: sha256(gold ?? ''),
  }
  const texts = samples.map(({ text }) => text ?? '')
  const every = {
    ...common,
    resps: [texts],
    filtered_resps: [samples.map(({ answer }) => answer ?? '[invalid]')],
    filter: EVERY_SAMPLE,
    exact_match: samples.length === 0 ? 0 : right / samples.length,
    calls: samples.length,
    tokens: tokensOf(trial, samples.length),
    // Fields that the harness lacks: the same length as `resps`.
    samples: sampleRecords(trial),
    places: trial.places,
  }
  yield `${JSON.stringify(every)}\n`
  for (const verdict of trial.verdicts) {
    yield `${JSON.stringify({ ...common, ...verdictOf(trial, verdict, texts) })}\n`
  }
}

function verdictOf(trial: ExportedTrial, verdict: ExportedVerdict, texts: readonly string[]): object {
  const { methodKey, calls, answerKey, correct, tokens } = verdict
  return {
    resps: [texts.slice(0, calls)],
    filtered_resps: [answerKey ?? '[invalid]'],
    filter: filterName(methodKey),
    exact_match: correct ? 1 : 0,
    calls,
    tokens: tokens ?? tokensOf(trial, calls),
  }
}

/** `results_<date>.json`: each method as a filter, with its accuracy and the calls it took. */
export function lmEvalResults(view: EvaluationView, description: DataDescription): string {
  const { benchmark, pool, samples, seed, createdAt, id } = view
  const { name: task, title, questions: count, revision } = benchmark
  const metadata = { evaluation: id, revision }
  const results = {
    results: { [task]: { name: task, alias: title, sample_len: count, ...resultsOf(view) } },
    groups: {},
    group_subtasks: { [task]: [] },
    configs: { [task]: { task, output_type: 'generate_until', generation_kwargs: generation(view), metadata } },
    versions: { [task]: 0 },
    'n-shot': { [task]: 0 },
    higher_is_better: { [task]: { exact_match: true, calls: false } },
    'n-samples': { [task]: { original: count, effective: description.decided?.[0]?.n ?? count } },
    config: {
      model: 'cges-fleet',
      model_args: `pretrained=${pool.model}`,
      gen_kwargs: generation(view),
      random_seed: seed,
      limit: null,
      bootstrap_iters: 0,
      metadata: { cges: description },
    },
    date: Date.parse(createdAt) / 1000,
    model_source: 'cges-fleet',
    model_name: pool.model,
    model_name_sanitized: pool.model.replaceAll(/[^A-Za-z0-9._-]+/gu, '__'),
    system_instruction: null,
    chat_template: null,
    fewshot_as_multiturn: false,
    task_hashes: { [task]: revision },
    total_evaluation_time_seconds: String(samples.elapsedSeconds),
  }
  return `${JSON.stringify(results, null, 2)}\n`
}

/** A metric by its name and filter. */
type Result = readonly [name: string, value: number | string]

/** The standard error is that of a share of n trials. */
function resultsOf({ methods }: EvaluationView): Record<string, number | string> {
  const results = methods.flatMap((method): readonly Result[] => {
    const { key, accuracy, calls } = method
    const filter = filterName(key)
    const decided = decidedFigures(method)
    if (decided !== null) return decidedResults(decided, filter)
    const error = accuracy === null ? 'N/A' : Math.sqrt((accuracy.value * (1 - accuracy.value)) / accuracy.n)
    return [
      [`exact_match,${filter}`, accuracy?.value ?? 'N/A'],
      [`exact_match_stderr,${filter}`, error],
      [`calls,${filter}`, calls ?? 'N/A'],
      [`calls_stderr,${filter}`, 'N/A'],
    ]
  })
  return Object.fromEntries(results)
}

/** Estimates of an evaluation that its `until` ended have names of their own, so that nobody takes them for final ones. */
function decidedResults(decided: DecidedFigures, filter: string): Result[] {
  return [
    [`decided_exact_match,${filter}`, decided.accuracy],
    [`decided_exact_match_stderr,${filter}`, 'N/A'],
    [`decided_exact_match_low,${filter}`, decided.accuracyLow],
    [`decided_exact_match_high,${filter}`, decided.accuracyHigh],
    [`decided_calls,${filter}`, decided.calls],
    [`decided_calls_stderr,${filter}`, 'N/A'],
  ]
}

function generation({ sampling }: EvaluationView): object {
  const { temperature, topP, topK, maxTokens } = sampling
  return { do_sample: true, temperature, top_p: topP, top_k: topK, max_gen_toks: maxTokens }
}

function tokensOf({ samples }: ExportedTrial, calls: number): number {
  return samples.slice(0, calls).reduce((sum, { completionTokens }) => sum + (completionTokens ?? 0), 0)
}

/**
 * Returns a method's name as a filter of the lm-evaluation-harness, whose results join metric and filter by a comma.
 */
function filterName(methodKey: string): string {
  return methodKey.replaceAll(/[:,=]/gu, '-')
}

/** The filter of the row that holds every sample with its own answer. */
const EVERY_SAMPLE = 'samples'
