import {
  CERTAINTY_SIGNALS,
  type ConfidenceSignal,
  type MethodSpec,
  readsSignal,
  readsWindow,
  type Vote,
} from '@cges-fleet/methods'
import type { ValueMap } from '@cges-fleet/formats'
import type { RecordedSample, Recording } from './recording.js'

export interface ValueMaps {
  readonly confidence: ValueMap
  readonly reward: ValueMap
}

/** The votes of one file and its maps by the signal they carry, `null` for none, so that several methods share them. */
export type SharedVotes = Map<ConfidenceSignal | null, readonly (readonly Vote[])[]>

/** Every question's votes in the order recorded with their source, or why the method cannot run on this file. */
export type FoundVotes =
  | { readonly ok: true; readonly pools: readonly (readonly Vote[])[]; readonly source: string | null }
  | { readonly ok: false; readonly reason: string }

/** One way to get a signal from a sample, with its name for people. */
interface Source {
  readonly name: string
  readonly read: (sample: RecordedSample) => number | null
}

/**
 * Finds what a method needs in a file. A signal is taken from log-probabilities or by its own name; `rm` else from
 * `reward`; any signal else from the plain `confidence`. One source serves the whole file, so that no two are mixed. A
 * question needs as many samples as the budget, except with `asDrawn`, if a fleet drew no more than its methods asked
 * for.
 */
export function votesFor(
  spec: MethodSpec,
  recordings: readonly Recording[],
  { asDrawn = false, shared, ...maps }: ValueMaps & { readonly asDrawn?: boolean; readonly shared?: SharedVotes },
): FoundVotes {
  const short = asDrawn ? undefined : recordings.find(({ samples }) => samples.length < spec.budget)
  if (short !== undefined) {
    const reason = `its budget is ${spec.budget}, but ${short.id} has ${short.samples.length} samples`
    return { ok: false, reason }
  }
  if (!asDrawn && recordings.some(({ samples }) => samples.some(({ endedEarly }) => endedEarly === true))) {
    return { ok: false, reason: ENDED_EARLY }
  }
  const window = readsWindow(spec)
  if (window !== null) return tracedFor(window, recordings)
  const signal = readsSignal(spec)
  if (signal === null) return { ok: true, pools: poolsOf(recordings, null, shared), source: null }
  const answered = recordings.flatMap(({ samples }) => samples.filter(({ answer }) => answer !== null))
  const source = sourcesOf(signal, maps).find(({ read }) => answered.every((sample) => read(sample) !== null))
  if (source === undefined) {
    return { ok: false, reason: `not every answer in the file has what ${signal} is computed from: ${needs(signal)}` }
  }
  const outside = answered.map(source.read).find((value) => value === null || !(value >= 0 && value <= 1))
  if (outside !== undefined) {
    const option = source.name === 'reward' ? '--reward-map' : '--confidence-map'
    return {
      ok: false,
      reason: `${source.name} ${outside} is not in [0, 1]: map it with ${option} logistic:center,scale`,
    }
  }
  return { ok: true, pools: poolsOf(recordings, { signal, read: source.read }, shared), source: source.name }
}

/** The votes of a rule that reads how each sample's confidence fell from token to token. */
function tracedFor(window: number, recordings: readonly Recording[]): FoundVotes {
  const lacks = ({ answer, minima }: RecordedSample) => answer !== null && minima?.[window] === undefined
  if (recordings.some(({ samples }) => samples.some(lacks))) {
    const reason = 'not every answer in the file has what it reads: token_confidences, or top_logprobs with every token'
    return { ok: false, reason }
  }
  const pools = recordings.map(({ samples }) =>
    samples.map((sample): Vote => {
      const { minima } = sample
      return { ...bare(sample), ...(minima === undefined ? {} : { minima }) }
    }),
  )
  return { ok: true, pools, source: null }
}

const ENDED_EARLY =
  'answers in the file were ended early, where only the methods of their own evaluation needed no more of them'

function bare({ answer, tokens, endedEarly }: RecordedSample): Vote {
  return {
    answer,
    confidences: {},
    ...(tokens === undefined ? {} : { tokens }),
    ...(endedEarly === true ? { endedEarly } : {}),
  }
}

function sourcesOf(signal: ConfidenceSignal, maps: ValueMaps): Source[] {
  return [
    { name: signal, read: ({ signals }) => signals[signal] ?? null },
    ...(signal === 'rm' ? [{ name: 'reward', read: (each: RecordedSample) => mapped(each.reward, maps.reward) }] : []),
    { name: 'confidence', read: (each) => mapped(each.confidence, maps.confidence) },
  ]
}

function mapped(value: number | null, { map }: ValueMap): number | null {
  return value === null ? null : map(value)
}

function needs(signal: ConfidenceSignal): string {
  if (signal === 'rm') return 'reward, or confidence'
  if (signal === 'mars-learned') return 'confidence: only a fleet with a step scorer computes it'
  if (CERTAINTY_SIGNALS.some((each) => each === signal)) return 'top_logprobs with every token, or confidence'
  return signal === 'mars' ? 'tokens and logprobs, or confidence' : 'logprobs, or confidence'
}

function poolsOf(
  recordings: readonly Recording[],
  confidence: { readonly signal: ConfidenceSignal; readonly read: Source['read'] } | null,
  shared: SharedVotes = new Map(),
): readonly (readonly Vote[])[] {
  const signal = confidence?.signal ?? null
  const known = shared.get(signal)
  if (known !== undefined) return known
  const pools = recordings.map(({ samples }) =>
    samples.map((sample): Vote => {
      const value = confidence?.read(sample) ?? null
      return signal === null || value === null ? bare(sample) : { ...bare(sample), confidences: { [signal]: value } }
    }),
  )
  shared.set(signal, pools)
  return pools
}
