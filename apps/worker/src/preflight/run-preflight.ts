import {
  LONGEST_WHY,
  type Preflight,
  type PreflightNote,
  type RequestParameter,
  SAMPLING_PARAMETERS,
  type SeedUse,
} from '@cges-fleet/core'
import { drawSample } from '../model-server/draw-sample.js'
import type { Finished } from '../model-server/drawn.js'
import { findRefused, type FirstAnswer, type PreflightAsk, preflightRequest, whyNone } from './refused-parameters.js'

/** How a preflight goes. */
interface PreflightOptions {
  /** Tries seeds on longer answers too, alone and beside each other: a moment for a program, too long for every worker. */
  readonly isThorough?: boolean
}

/**
 * Finds out what a model server can do, before the first call: log-probabilities, the likeliest tokens, what the seed
 * does, whether its usage counts what it delivers, and which parameters it refuses; these are left out of its requests
 * from then on. Three requests of two dozen tokens, sixteen of 64 more if it is thorough, and others only if it refuses
 * something. Throws an Error that says what to do if it does not answer.
 */
export async function runPreflight(
  ask: PreflightAsk,
  { isThorough = false }: PreflightOptions = {},
): Promise<Preflight> {
  const first = await findRefused(ask)
  const { answer, refused, requests } = first
  const { kind, ignores } = ask.server.engine
  const parameters = [...new Set([...refused.map(({ parameter }) => parameter), ...ignores])]
  const seed = parameters.includes('seed') ? REFUSED : await tryShort(ask, answer)
  const tried = isThorough && seed.use === 'honoured' ? await tryLong(ask, seed) : seed
  return {
    engine: kind.name,
    requests: requests + tried.requests,
    streams: answer.streamed,
    logprobs: answer.logprobs !== null,
    topLogprobs: answer.certainties !== null,
    seed: tried.use,
    countsAgree: countsAgree(first),
    refused: parameters,
    notes: [
      ...(ask.inventsAnswers === true ? [INVENTS] : []),
      ...notesOf(first, tried, kind.repeatsWith),
      ...ignoredNotes(ignores),
    ],
  }
}

const INVENTS: PreflightNote = { kind: 'invents_answers', counts: {}, why: null }

/** What was found out about seeds, and in how many requests more. */
interface TriedSeed {
  readonly use: SeedUse
  readonly requests: number
  /** What a note on it counts. */
  readonly counts: PreflightNote['counts']
}

const REFUSED: TriedSeed = { use: 'refused', requests: 0, counts: {} }

async function tryShort(ask: PreflightAsk, first: Finished): Promise<TriedSeed> {
  const [again, other] = await Promise.all([answered(ask, 0), answered(ask, 1)])
  const use = judgeSeed({ first, again, other })
  return { use, requests: 2, counts: use === 'ignored' ? { seeds: 2, texts: 1 } : { requests: 2, texts: 2 } }
}

/** More than some servers answer at once unless they are told otherwise: the others come beside answers half written. */
const SIDE_BY_SIDE = 8

/** A text that batches or caches change parts somewhere in so many tokens; a shorter one often does not. */
const LONG_TOKENS = 64

/** Draws longer texts one after the other, and then side by side: sums in another order change what is drawn. */
async function tryLong(ask: PreflightAsk, { use, requests }: TriedSeed): Promise<TriedSeed> {
  const seeds = Array.from({ length: SIDE_BY_SIDE }, (_, nth) => nth)
  const draw = async (nth: number) => textOf(await answered(ask, nth, LONG_TOKENS))
  const alone: string[] = []
  for (const nth of seeds) alone.push(await draw(nth))
  const together = await Promise.all(seeds.map(draw))
  const same = alone.filter((text, nth) => text === together[nth]).length
  const counts = { seeds: SIDE_BY_SIDE, tokens: LONG_TOKENS, same }
  return { use: same === SIDE_BY_SIDE ? use : 'not_repeatable', requests: requests + 2 * SIDE_BY_SIDE, counts }
}

async function answered(ask: PreflightAsk, nth: number, tokens?: number): Promise<Finished> {
  const request = preflightRequest(ask, nth, tokens === undefined ? {} : { tokens })
  const drawn = await drawSample(ask.server, request, ask.signal)
  if (drawn.kind !== 'finished') throw new Error(whyNone(drawn))
  return drawn
}

/** Tokens can be counted only where they come one by one, with ids or log-probabilities. */
function countsAgree({ answer, delivered, refused }: FirstAnswer): boolean | null {
  const hasUsage = !refused.some(({ parameter }) => parameter === 'stream_options')
  return hasUsage && delivered > 0 ? delivered === answer.completionTokens : null
}

function notesOf(first: FirstAnswer, seed: TriedSeed, repeatsWith: string | null): PreflightNote[] {
  const { answer, delivered, refused } = first
  const whyOf = (name: string) => refused.find(({ parameter }) => parameter === name)?.why.slice(0, LONGEST_WHY) ?? null
  const tokens = { tokens: answer.completionTokens }
  return [
    ...(answer.streamed ? [] : [{ kind: 'no_stream' as const, counts: {}, why: null }]),
    ...(answer.logprobs === null
      ? [{ kind: 'no_logprobs' as const, counts: tokens, why: whyOf('logprobs') }]
      : answer.certainties === null
        ? [{ kind: 'no_top_logprobs' as const, counts: tokens, why: whyOf('top_logprobs') }]
        : []),
    ...seedNotes(seed, seed.use === 'not_repeatable' ? repeatsWith : whyOf('seed')),
    ...(countsAgree(first) === false
      ? [{ kind: 'counts_differ' as const, counts: { usage: answer.completionTokens, delivered }, why: null }]
      : []),
    ...refused
      .filter(({ parameter }) => !SAID_ABOVE.has(parameter))
      .map(({ parameter, why }) => ({
        kind: 'parameter_refused' as const,
        counts: {},
        why: `${parameter}: ${why}`.slice(0, LONGEST_WHY),
      })),
  ]
}

/** Only what a setting of an evaluation is behind is worth a note. */
function ignoredNotes(ignores: readonly RequestParameter[]): PreflightNote[] {
  return ignores
    .filter((parameter) => parameter in SAMPLING_PARAMETERS)
    .map((parameter) => ({ kind: 'parameter_ignored', counts: {}, why: parameter }))
}

const SAID_ABOVE: ReadonlySet<string> = new Set(['logprobs', 'top_logprobs', 'seed'])

function seedNotes({ use, counts }: TriedSeed, why: string | null): PreflightNote[] {
  switch (use) {
    case 'ignored':
    case 'not_repeatable':
    case 'refused':
      return [{ kind: `seed_${use}`, counts, why }]
    case 'honoured':
    case 'unclear':
      return []
  }
}

/** What a server wrote: twice with one seed, once with another. */
interface SeedAnswers {
  readonly first: Finished
  readonly again: Finished
  readonly other: Finished
}

/** A text as likely as this may come twice by chance. */
const LIKELY = 0.001

/** Without log-probabilities, a text of random words this long does not come twice by chance, in characters. */
const LONG = 30

/**
 * Judges what the seed does, from three answers at temperature 1. A text that was likely anyway shows nothing: its
 * probability is the product of its tokens'.
 */
function judgeSeed({ first, again, other }: SeedAnswers): SeedUse {
  if (textOf(first) !== textOf(other)) return textOf(first) === textOf(again) ? 'honoured' : 'not_repeatable'
  return isImprobable(first) ? 'ignored' : 'unclear'
}

function isImprobable(answer: Finished): boolean {
  if (answer.logprobs === null) return textOf(answer).length >= LONG
  return answer.logprobs.reduce((sum, logprob) => sum + logprob, 0) <= Math.log(LIKELY)
}

function textOf({ reasoning, text }: Finished): string {
  return `${reasoning ?? ''}${text}`
}
