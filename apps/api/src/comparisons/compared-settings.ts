import type { ComparedSetting, EvaluationView, SettingKind } from '@cges-fleet/core'
import { type Compared, sha256 } from '@cges-fleet/db'

/** The known settings of one evaluation. */
export interface Settled {
  readonly compared: Compared
  readonly view: EvaluationView
}

type Reading = readonly [kind: SettingKind, name: string, read: (of: Settled) => string | number | null | undefined]

const READINGS: readonly Reading[] = [
  ['questions', 'Benchmark', ({ compared }) => compared.benchmark],
  ['questions', 'Benchmark revision', ({ compared }) => compared.revision.slice(0, 12)],
  ['questions', 'Questions', ({ compared }) => compared.questions],
  ['prompt', 'Prompt template', ({ compared }) => `SHA-256 ${digestOf(compared.template)}`],
  ['model', 'Model', ({ view }) => view.pool.model],
  ['model', 'Model revision', ({ compared }) => compared.modelRevision],
  ['model', 'Reward model', ({ compared }) => compared.rewardModel],
  ['model', 'Step scorer', ({ compared }) => compared.stepScorer],
  ['model', 'Answers', ({ view }) => (view.simulated ? 'simulated' : view.provenance)],
  ['sampling', 'Temperature', ({ compared }) => compared.sampling.temperature],
  ['sampling', 'Top-p', ({ compared }) => compared.sampling.topP],
  ['sampling', 'Top-k', ({ compared }) => compared.sampling.topK],
  ['sampling', 'Min-p', ({ compared }) => compared.sampling.minP],
  ['sampling', 'Repetition penalty', ({ compared }) => compared.sampling.repetitionPenalty],
  ['sampling', 'Presence penalty', ({ compared }) => compared.sampling.presencePenalty],
  ['sampling', 'Frequency penalty', ({ compared }) => compared.sampling.frequencyPenalty],
  ['sampling', 'Largest answer, tokens', ({ compared }) => compared.sampling.maxTokens],
  [
    'sampling',
    'Stop sequences',
    ({ compared }) => compared.sampling.stop?.map((text) => JSON.stringify(text)).join(', '),
  ],
  ['answers', 'Grading version', ({ view }) => view.gradingVersion],
  ['answers', 'Votes count answers', ({ compared }) => (compared.paper ? 'as written' : 'by their value')],
  [
    'drawing',
    'Ended after, trials',
    ({ compared: { closedPrefix }, view: { status } }) => (status === 'decided' ? closedPrefix : 'all'),
  ],
  ['drawing', 'Pool', ({ view }) => view.pool.name],
  ['drawing', 'Replicates', ({ view }) => view.replicates],
  ['drawing', 'Seed', ({ view }) => (view.source === null ? view.seed : null)],
]

/**
 * Lists the settings evaluations were run with, and which of them differ. An unknown value differs from any known one.
 */
export function settingsOf(evaluations: readonly Settled[]): ComparedSetting[] {
  return READINGS.map(([kind, name, read]) => {
    const values = evaluations.map((of) => read(of)?.toString() ?? null)
    // A grading version is shown once an evaluation is done; until then it does not count as a difference.
    const known = kind === 'answers' ? values.filter((value) => value !== null) : values
    return { kind, name, values, same: new Set(known).size <= 1 }
  })
}

function digestOf(text: string): string {
  return Buffer.from(sha256(text)).toString('hex').slice(0, 12)
}
