import type { EvaluationView } from '@cges-fleet/core'
import { type DataDescription, decidedFigures } from '../export/data-description.js'
import { type ExportedSample, type ExportedTrial, isRight, promptOf } from '../export/exported-trial.js'

const STATUS = {
  running: 'started',
  paused: 'started',
  stuck: 'started',
  done: 'success',
  decided: 'success',
  cancelled: 'cancelled',
  budget_stopped: 'cancelled',
  failed: 'error',
} as const satisfies Record<EvaluationView['status'], string>

/** The start of an Inspect `.json` log, up to where its samples go. */
export function inspectHead(view: EvaluationView, description: DataDescription): string {
  const { temperature, topP, maxTokens } = view.sampling
  const evaluation = {
    eval_id: view.id,
    run_id: view.id,
    created: view.createdAt,
    task: view.benchmark.name,
    task_id: view.benchmark.name,
    task_version: 0,
    task_attribs: {},
    task_args: {},
    dataset: {
      name: view.benchmark.name,
      location: view.benchmark.revision,
      samples: view.benchmark.questions,
      shuffled: false,
    },
    model: view.pool.model,
    model_args: {},
    model_generate_config: { temperature, top_p: topP, max_tokens: maxTokens },
    config: { epochs: epochsOf(view) },
    packages: {},
    metadata: { evaluation: view.name, source: view.source, cges: description },
  }
  const plan = { name: 'cges-fleet', steps: [], config: {} }
  const head = { version: 2, status: STATUS[view.status], eval: evaluation, plan, stats: statsOf(view) }
  return `${JSON.stringify(head).slice(0, -1)},"samples":[`
}

/** The samples of one trial; each of its draws is an epoch. */
export function* inspectSamples(view: EvaluationView, trial: ExportedTrial): Generator<string> {
  const prompt = promptOf(trial) ?? ''
  for (const [place, sample] of trial.samples.entries()) {
    yield JSON.stringify({
      id: trial.questionId,
      epoch: trial.replicate * epochsOf(view) + sample.index + 1,
      input: trial.question ?? '',
      choices: trial.choices,
      target: trial.gold ?? '',
      messages: [
        { role: 'user', content: prompt },
        { role: 'assistant', content: sample.text ?? '' },
      ],
      output: outputOf(view, sample),
      scores: { answer: { value: isRight(trial, sample) ? 'C' : 'I', answer: sample.answer, metadata: {} } },
      metadata: {
        outcome: sample.outcome,
        replicate: trial.replicate,
        tier: sample.answerTier,
        signals: sample.signals ?? {},
        ...(sample.minima === null ? {} : { minima: sample.minima }),
        places: trial.places,
        ...(place === 0 ? { verdicts: trial.verdicts } : {}),
      },
      store: {},
      events: [],
      model_usage: {},
      started_at: sample.startedAt,
      completed_at: sample.completedAt,
      error: sample.error === null ? null : { message: sample.error, traceback: '', traceback_ansi: '' },
      limit: sample.outcome === 'truncated' ? { type: 'token', limit: view.sampling.maxTokens ?? 0 } : null,
    })
  }
}

/** Each method's stop on a trial before its budget, in Inspect's form for early stops. */
export function inspectEarlyStops(trial: ExportedTrial): string[] {
  return trial.verdicts.flatMap(({ methodKey, calls, answerKey, score, reason, correct }) =>
    reason === 'budget'
      ? []
      : [
          JSON.stringify({
            id: trial.questionId,
            epoch: calls,
            reason: `${methodKey}: ${reason}`,
            metadata: { method: methodKey, answer: answerKey, score, correct, replicate: trial.replicate },
          }),
        ],
  )
}

/** The part between the samples and the early stops: each method's figures. */
export function inspectResultsHead(view: EvaluationView): string {
  const scores = view.methods.map((method) => ({
    name: method.key,
    scorer: method.key,
    reducer: null,
    scored_samples: method.resolved,
    unscored_samples: method.trials - method.resolved,
    metrics: metricsOf(method),
  }))
  const drawn = view.samples.drawn
  const head = { total_samples: drawn, completed_samples: drawn, scores }
  return `],"results":${JSON.stringify(head).slice(0, -1)},"early_stopping":{"manager":"cges-fleet","metadata":{},"early_stops":[`
}

/** Estimates of an evaluation that its `until` ended have names of their own, so that nobody takes them for final ones. */
function metricsOf(method: EvaluationView['methods'][number]): object {
  const decided = decidedFigures(method)
  const metrics =
    decided === null
      ? { accuracy: method.accuracy?.value ?? null, calls: method.calls }
      : {
          decided_accuracy: decided.accuracy,
          decided_accuracy_low: decided.accuracyLow,
          decided_accuracy_high: decided.accuracyHigh,
          decided_calls: decided.calls,
        }
  return Object.fromEntries(Object.entries(metrics).map(([name, value]) => [name, { name, value, params: {} }]))
}

/** The end of the log. */
export function inspectEnd(): string {
  return ']}}}\n'
}

function outputOf(
  view: EvaluationView,
  { text, finishReason, outcome, promptTokens, completionTokens, totalMs }: ExportedSample,
): object {
  const stop = outcome === 'truncated' ? 'max_tokens' : outcome === 'declined' ? 'content_filter' : 'stop'
  const tokens = promptTokens === null || completionTokens === null ? null : { promptTokens, completionTokens }
  return {
    model: view.pool.model,
    choices: text === null ? [] : [{ message: { role: 'assistant', content: text }, stop_reason: stop }],
    completion: text ?? '',
    usage:
      tokens === null
        ? null
        : {
            input_tokens: tokens.promptTokens,
            output_tokens: tokens.completionTokens,
            total_tokens: tokens.promptTokens + tokens.completionTokens,
          },
    time: totalMs === null ? null : totalMs / 1000,
    metadata: { finish_reason: finishReason },
  }
}

function epochsOf({ methods }: EvaluationView): number {
  return methods.reduce((most, { spec }) => Math.max(most, spec.budget), 1)
}

function statsOf({ createdAt, finishedAt }: EvaluationView): object {
  return { started_at: createdAt, completed_at: finishedAt ?? '', model_usage: {} }
}
