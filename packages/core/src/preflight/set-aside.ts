import { CERTAINTY_SIGNALS, methodLabel, MethodSpec, readsSignal, readsWindow } from '@cges-fleet/methods'
import { z } from 'zod'
import { setAsideNoteWords } from '../note-words.js'
import { SetAsideNote, type SubmissionNote } from '../schemas/notes.js'
import type { PoolView } from '../schemas/pool.js'
import type { Sampling } from '../schemas/sampling.js'
import type { Preflight, RequestParameter } from './preflight.js'

/** A method of an evaluation that does not run, while the others do. */
export const SetAsideMethod = z.object({ spec: MethodSpec, note: SetAsideNote })
export type SetAsideMethod = z.infer<typeof SetAsideMethod>

/** The part of a pool that decides which methods can run there. */
export type AblePool = Pick<PoolView, 'rewardModel' | 'stepScorer' | 'workers' | 'promise'>

type Needed = 'logprobs' | 'top_logprobs' | 'reward_model' | 'step_scorer'

/** Returns why a pool cannot run a method, although it can be computed offline; null if it can, or nobody knows yet. */
export function whySetAside(spec: MethodSpec, pool: AblePool): SetAsideNote | null {
  const { logprobs, topLogprobs } = poolAbilities(pool)
  const has: Readonly<Record<Needed, boolean>> = {
    reward_model: pool.rewardModel !== null,
    step_scorer: pool.stepScorer !== null,
    logprobs: logprobs ?? true,
    top_logprobs: topLogprobs ?? true,
  }
  const missing = needsOf(spec).find((needed) => !has[needed])
  return missing === undefined ? null : { kind: `no_${missing}`, counts: {}, why: null }
}

/** Splits methods into those that a pool can run and those that it cannot, each with its reason. */
export function setAside(
  methods: readonly MethodSpec[],
  pool: AblePool,
): { readonly run: readonly MethodSpec[]; readonly aside: readonly SetAsideMethod[] } {
  const judged = methods.map((spec) => ({ spec, note: whySetAside(spec, pool) }))
  return {
    run: judged.flatMap(({ spec, note }) => (note === null ? [spec] : [])),
    aside: judged.flatMap(({ spec, note }) => (note === null ? [] : [{ spec, note }])),
  }
}

/** Returns the note for a method that needs a signal which samples turned out to lack; null if it needs none of them. */
export function setAsideByLack(spec: MethodSpec, lacks: readonly string[], trials: number): SetAsideNote | null {
  const signal = readsSignal(spec)
  const needed = needsOf(spec).at(-1)
  const isLacking =
    (signal !== null && lacks.includes(signal)) || (readsWindow(spec) !== null && lacks.includes(WINDOWS))
  return isLacking && needed !== undefined ? { kind: `no_${needed}`, counts: { questions: trials }, why: null } : null
}

/** Stands for a sample's confidence from token to token among what it lacks. */
export const WINDOWS = 'windows'

/** Says why a method does not run, and what helps, as a terminal writes it. */
export function setAsideWords({ spec, note }: SetAsideMethod): string {
  return setAsideNoteWords(`\`${methodLabel(spec)}\``, note)
}

/** Lists what a method needs of a pool besides answers; the last is what its signal is made from. */
export function needsOf(spec: MethodSpec): readonly Needed[] {
  const signal = readsSignal(spec)
  if (readsWindow(spec) !== null || CERTAINTY_SIGNALS.some((each) => each === signal))
    return ['logprobs', 'top_logprobs']
  switch (signal) {
    case null:
      return []
    case 'rm':
      return ['reward_model']
    case 'mars-learned':
      return ['step_scorer', 'logprobs']
    default:
      return ['logprobs']
  }
}

/** What a pool can do; null where nobody has found out. */
export interface PoolAbilities {
  readonly logprobs: boolean | null
  readonly topLogprobs: boolean | null
  /** Whether other seeds gave the same text at one of its servers. */
  readonly ignoresSeed: boolean
  readonly refused: readonly RequestParameter[]
}

/** Sums up what a pool can do: what it promises, or before it does, what each of its workers can. */
export function poolAbilities({ workers, promise }: Pick<PoolView, 'workers' | 'promise'>): PoolAbilities {
  const found = promise === null ? workers.flatMap(({ preflight }) => preflight ?? []) : [promise]
  return {
    logprobs: all(found, ({ logprobs }) => logprobs),
    topLogprobs: all(found, ({ topLogprobs }) => topLogprobs),
    ignoresSeed: found.some(({ seed }) => seed === 'ignored'),
    refused: [...new Set(found.flatMap(({ refused }) => refused))],
  }
}

function all(found: readonly Preflight[], can: (preflight: Preflight) => boolean): boolean | null {
  return found.length === 0 ? null : found.every(can)
}

/** Lists what to know about the samples that an evaluation would draw from a pool. */
export function submissionNotes(
  { temperature }: Pick<Sampling, 'temperature'>,
  pool: Pick<PoolView, 'workers' | 'promise'>,
): SubmissionNote[] {
  if (temperature === 0) return [{ kind: 'temperature_zero', counts: {}, why: null }]
  if (!poolAbilities(pool).ignoresSeed) return []
  const servers = pool.workers.filter(({ preflight }) => preflight?.seed === 'ignored').length
  return [{ kind: 'seed_ignored', counts: { servers }, why: null }]
}
