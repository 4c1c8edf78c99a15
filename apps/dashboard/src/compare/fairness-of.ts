import type { ComparedSetting, SettingKind } from '@cges-fleet/core'

/** Whether a difference in figures can be put down to one thing. */
export interface Fairness {
  readonly level: 'fair' | 'one' | 'several'
  readonly words: string
}

const WORDS: Readonly<Record<SettingKind, string>> = {
  questions: 'questions',
  prompt: 'prompt',
  model: 'model',
  sampling: 'sampling',
  answers: 'reading of answers',
  drawing: 'seed, pool or replicates',
}

/** Settings that make a comparison unfair if they differ; other seeds and pools are just a repetition. */
const TELLING: readonly SettingKind[] = ['questions', 'prompt', 'model', 'sampling', 'answers']

/**
 * Returns which of the given kinds of settings differ between evaluations, and whether that leaves a single explanation
 * for a difference between their figures.
 */
export function fairnessOf(settings: readonly ComparedSetting[], asked: readonly SettingKind[] = TELLING): Fairness {
  const differing = new Set(settings.filter(({ same }) => !same).map(({ kind }) => kind))
  const telling = asked.filter((kind) => differing.has(kind))
  const same = asked.filter((kind) => !differing.has(kind)).map((kind) => WORDS[kind])
  const [only, ...more] = telling
  if (only === undefined) {
    const apart = differing.has('drawing') ? ` They differ in ${WORDS.drawing} alone, as repetitions do.` : ''
    return { level: 'fair', words: `All have the same ${listed(same)}.${apart}` }
  }
  if (more.length === 0) {
    return { level: 'one', words: `They differ in their ${WORDS[only]} alone; ${listed(same)} are the same.` }
  }
  const names = telling.map((kind) => WORDS[kind])
  return {
    level: 'several',
    words: `They differ in ${listed(names)}: which of these makes a difference in the figures cannot be told.`,
  }
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
