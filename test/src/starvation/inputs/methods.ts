import {
  decide,
  isTrialMethod,
  marsConfidence,
  parseMethodSpec,
  parseRanking,
  RULES,
  tokenConfidences,
  type TrialMethodSpec,
  type Vote,
} from '@cges-fleet/methods'
import { HOSTILE_TEXTS } from '../shapes/texts.js'
import { texts } from './answers.js'
import type { Case } from './input.js'

const LARGEST_BUDGET = 1024
/** The tokens of the longest response that is asked for where nothing else is set. */
const MOST_TOKENS = 32_768

/** Every rule at its example, and settings that take more than those. */
const METHODS = [
  ...RULES.filter((rule) => rule.decides === 'trial').map(({ example }) => example.split('@', 1)[0] ?? ''),
  'esc:window=1',
  'cges:confidence=lns-arith,gamma=0.99,support=1024',
  'cges:confidence=lns-arith,gamma=0.999999,otherStops=true',
]

/** Answers that keep a method from stopping: all different, or two that take turns. */
const ANSWERS: Readonly<Record<string, (at: number) => string>> = {
  'all different': String,
  'two in turn': (at) => String(at % 2),
}

/** Deciding a trial whose samples are as many as a budget may be. */
const DECIDING: readonly Case[] = METHODS.flatMap((text) =>
  Object.entries(ANSWERS).map(([shape, answer]): Case => ({
    input: `samples of a trial, ${text.split(':', 1)[0] ?? ''}`,
    shape: `${text}, ${shape}`,
    limit: LARGEST_BUDGET,
    work: (size) => {
      const spec = methodOf(text, size)
      const votes = Array.from({ length: size }, (_, at): Vote => ({
        answer: answer(at),
        confidences: { 'lns-arith': 0.01, rm: 0.01 },
        minima: { 2048: [[1, 9]] },
      }))
      return () => decide(spec, votes)
    },
  })),
)

function methodOf(text: string, budget: number): TrialMethodSpec {
  const parsed = parseMethodSpec(text, budget)
  if (!parsed.ok || !isTrialMethod(parsed.spec)) throw new Error(`${text} is no method of trials`)
  return parsed.spec
}

/** What a worker computes of the tokens it was sent, each one hostile text cut into pieces. */
const TOKENS: readonly Case[] = HOSTILE_TEXTS.map(({ name, text }) => ({
  input: 'tokens of a response',
  shape: name,
  limit: MOST_TOKENS,
  work: (size) => {
    const tokens = text(3 * size).match(/.{1,3}/gsu) ?? []
    const logprobs = Float32Array.from(tokens, () => -0.5)
    return () => [tokenConfidences(logprobs), marsConfidence({ tokens, logprobs })]
  },
}))

export const METHOD_CASES: readonly Case[] = [
  ...DECIDING,
  ...TOKENS,
  ...texts('method', 300, (text) => parseMethodSpec(`cges:${text}`, 16)),
  ...texts('ranking', 100_000, (text) => parseRanking(`Ranking: Q1 ${text}`, 8)),
]
