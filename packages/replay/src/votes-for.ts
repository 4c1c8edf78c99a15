import { counted, countedOf } from '@cges-fleet/core'
import {
  CERTAINTY_SIGNALS,
  type ConfidenceSignal,
  type MethodSpec,
  readsPartials,
  readsSignal,
  readsWindow,
  type Vote,
} from '@cges-fleet/methods'
import { type Outside, outsideReason, type ValueMap, valueMapFor } from '@cges-fleet/formats'
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
  | {
      readonly ok: false
      readonly reason: string
      /** Options of the command line with which it can. */
      readonly remedy?: readonly string[]
      /** The numbers that are not in [0, 1], if that is the reason: with labels a map can be fitted to them. */
      readonly outside?: Outside
    }

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
  const short = asDrawn ? null : shortOf(recordings, spec.budget)
  if (short !== null) return { ok: false, reason: `its budget is ${spec.budget}, but ${short.text}` }
  if (!asDrawn && recordings.some(({ samples }) => samples.some(({ endedEarly }) => endedEarly === true))) {
    return { ok: false, reason: ENDED_EARLY }
  }
  const window = readsWindow(spec)
  if (window !== null) return tracedFor(window, recordings)
  if (readsPartials(spec)) return probedFor(recordings)
  const signal = readsSignal(spec)
  if (signal === null) return { ok: true, pools: poolsOf(recordings, null, shared), source: null }
  const answered = recordings.flatMap(({ samples }) => samples.filter(({ answer }) => answer !== null))
  const source = sourcesOf(signal, maps).find(({ read }) => answered.every((sample) => read(sample) !== null))
  if (source === undefined) {
    return { ok: false, reason: `not every answer in the file has what ${signal} is computed from: ${needs(signal)}` }
  }
  const values = answered.flatMap((sample) => source.read(sample) ?? [])
  const outside = values.find((value) => !(value >= 0 && value <= 1))
  if (outside !== undefined) {
    const name = source.name === 'reward' ? 'reward' : 'confidence'
    const remedy = valueMapFor(name, values)
    const reason = `${outsideReason({ name, value: outside }, remedy)}. To fit it to grades takes ${FIT_QUESTIONS} questions, with right and wrong answers`
    return { ok: false, reason, remedy: [remedy], outside: { name, value: outside } }
  }
  return { ok: true, pools: poolsOf(recordings, { signal, read: source.read }, shared), source: source.name }
}

/** From so many questions on a map is fitted to the grades of half of them, or of 100, and checked on the rest. */
export const FIT_QUESTIONS = 20

/** The question with fewer samples than a budget, if there is one; of several the one with the fewest. */
export function shortOf(
  recordings: readonly Recording[],
  budget: number,
): { readonly fewest: number; readonly text: string } | null {
  const fewest = Math.min(...recordings.map(({ samples }) => samples.length))
  if (fewest >= budget) return null
  const id = recordings.find(({ samples }) => samples.length === fewest)?.id ?? ''
  return { fewest, text: `question ${id} has ${counted(fewest, 'sample')}, the fewest of this log` }
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

/** The votes of a rule that reads what unfinished samples would have answered. */
function probedFor(recordings: readonly Recording[]): FoundVotes {
  const all = recordings.flatMap(({ id, samples }) => samples.map((sample, place) => ({ id, place, sample })))
  const bare = all.filter(({ sample }) => sample.partials === undefined)
  const uncounted = all.filter(({ sample }) => sample.tokens === undefined)
  const [first] = bare.length > 0 ? bare : uncounted
  if (first === undefined) return { ok: true, pools: recordings.map(probedVotes), source: null }
  if (bare.length === all.length) return { ok: false, reason: 'the file has no partial answers (partials)' }
  const [what, lacking] =
    bare.length > 0 ? ['partial answers (partials)', bare] : ['token count (completion_tokens)', uncounted]
  const where = `first in sample ${first.place + 1} of ${first.id}`
  return { ok: false, reason: `no ${what} in ${countedOf(lacking.length, all.length, 'sample')}, ${where}` }
}

function probedVotes({ samples }: Recording): Vote[] {
  return samples.map((sample) => {
    const { partials } = sample
    return { ...bare(sample), ...(partials === undefined ? {} : { partials }) }
  })
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
