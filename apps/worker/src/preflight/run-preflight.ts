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
import {
  findRefused,
  type FirstAnswer,
  type PreflightAsk,
  preflightRequest,
  type SeedName,
  whyNone,
} from './refused-parameters.js'

/**
 * Finds out what a model server can do, before the first call: log-probabilities, the likeliest tokens, what the seed
 * does, whether its usage counts what it delivers, and which parameters it refuses; these are left out of its requests
 * from then on. Three requests of two dozen tokens, and more only if it refuses something. Throws an Error that says
 * what to do if it does not answer.
 */
export async function runPreflight(ask: PreflightAsk): Promise<Preflight> {
  const first = await findRefused(ask)
  const { answer, refused, requests } = first
  const { kind, ignores } = ask.server.engine
  const parameters = [...new Set([...refused.map(({ parameter }) => parameter), ...ignores])]
  const seed = parameters.includes('seed') ? 'refused' : await seedOf(ask, answer)
  return {
    engine: kind.name,
    requests: requests + (seed === 'refused' ? 0 : 2),
    streams: answer.streamed,
    logprobs: answer.logprobs !== null,
    topLogprobs: answer.certainties !== null,
    seed,
    countsAgree: countsAgree(first),
    refused: parameters,
    notes: [...notesOf(first, seed, kind.repeatsWith), ...ignoredNotes(ignores)],
  }
}

async function seedOf(ask: PreflightAsk, first: Finished): Promise<SeedUse> {
  const [again, other] = await Promise.all([answered(ask, 'one'), answered(ask, 'other')])
  return judgeSeed({ first, again, other })
}

async function answered(ask: PreflightAsk, seed: SeedName): Promise<Finished> {
  const drawn = await drawSample(ask.server, preflightRequest(ask, seed), ask.signal)
  if (drawn.kind !== 'finished') throw new Error(whyNone(drawn))
  return drawn
}

/** Tokens can be counted only where they come one by one, with ids or log-probabilities. */
function countsAgree({ answer, delivered, refused }: FirstAnswer): boolean | null {
  const hasUsage = !refused.some(({ parameter }) => parameter === 'stream_options')
  return hasUsage && delivered > 0 ? delivered === answer.completionTokens : null
}

function notesOf(first: FirstAnswer, seed: SeedUse, repeatsWith: string | null): PreflightNote[] {
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
    ...seedNotes(seed, seed === 'not_repeatable' ? repeatsWith : whyOf('seed')),
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

function seedNotes(seed: SeedUse, why: string | null): PreflightNote[] {
  switch (seed) {
    case 'ignored':
      return [{ kind: 'seed_ignored', counts: { seeds: 2, texts: 1 }, why }]
    case 'not_repeatable':
      return [{ kind: 'seed_not_repeatable', counts: { requests: 2, texts: 2 }, why }]
    case 'refused':
      return [{ kind: 'seed_refused', counts: {}, why }]
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
