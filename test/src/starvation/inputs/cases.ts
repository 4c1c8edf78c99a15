import { answerKey, type AnswerKind, findAnswer } from '@cges-fleet/answers'
import { Benchmark } from '@cges-fleet/core'
import { renderPrompt } from '@cges-fleet/formats'
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
import type { Work } from '../judge/growth.js'
import { HOSTILE_TEXTS } from '../shapes/texts.js'

/** Work on something a tenant sends, in one of the ways to write it. */
export interface Case {
  /** What it is, as the table calls it. */
  readonly input: string
  readonly shape: string
  /** The most it may be, in characters or in what `work` counts. */
  readonly limit: number
  readonly work: Work
  /** The power of its size that its time may grow as, where that is not the gate's own. */
  readonly exponent?: number
}

/** Mathematics longer than this is compared as written. */
const READ_AS_MATHEMATICS = 400
const LONGEST_ANSWER = 4000
/** A response of a quarter of a million tokens. */
const LONGEST_RESPONSE = 1_000_000

/** Reading responses, and keying answers and references. */
export function answerCases(kind: AnswerKind): readonly Case[] {
  return [
    ...texts(`response, ${kind}`, LONGEST_RESPONSE, (text) => findAnswer(kind, text)),
    ...texts(`answer, ${kind}`, LONGEST_ANSWER, (text) => answerKey(kind, text)),
    ...(kind === 'math'
      ? texts('answer, short', READ_AS_MATHEMATICS, (text) => answerKey(kind, text)).map(counted)
      : []),
  ]
}

/** What computes counts its steps and gives up: of that only the time is judged. */
function counted(one: Case): Case {
  return { ...one, exponent: Infinity }
}

/** Work on a text, in every hostile way to write it. */
export function texts(input: string, limit: number, use: (text: string) => unknown): Case[] {
  return HOSTILE_TEXTS.map(({ name, text }) => {
    const work = (size: number) => {
      const written = text(size)
      return () => use(written)
    }
    return { input, shape: name, limit, work }
  })
}

const LARGEST_BUDGET = 1024
/** The tokens of the longest response that is asked for where nothing else is set. */
const MOST_TOKENS = 32_768

/** Every rule at its example, and settings that take more than those. */
const METHODS = [
  ...RULES.filter((rule) => rule.decides === 'trial').map(({ example }) => example.split('@', 1)[0] ?? ''),
  'esc:window=1',
  'cges:confidence=lns-arith,gamma=0.99,support=1024',
  'cges:confidence=lns-arith,gamma=0.999999,otherStops=true',
  `bayes-shapes:delta=0.0001,shapes=${longestList()}`,
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
    limit: text.startsWith('bayes-shapes') ? 128 : LARGEST_BUDGET,
    work: (size) => {
      const spec = methodOf(text, size)
      const votes = Array.from({ length: size }, (_, at): Vote => ({
        answer: answer(at),
        confidences: { 'lns-arith': 0.01, rm: 0.01 },
        minima: { 2048: [[1, 9]] },
        tokens: 99,
        partials: [1, 2, 3].map((tokens) => ({ tokens, answer: answer(at + tokens) })),
      }))
      return () => decide(spec, votes)
    },
  })),
)

/** As many shapes as a list holds, of as many answers as can be, none as likely as another. */
function longestList(): string {
  const shapes = Array.from(
    { length: 20 },
    (_, at) => `1x${Array.from({ length: 16 }, (__, place) => 9 + at + place).join('-')}`,
  )
  return shapes
    .join('/')
    .slice(0, 1000)
    .replace(/\/[^/]*$/u, '')
}

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

const LONGEST_TEMPLATE = 16_000
const LONGEST_QUESTION = 64_000

/** Templates as people write them, and as somebody does who wants large prompts; the question grows with them. */
const TEMPLATES: Readonly<Record<string, (length: number) => string>> = {
  '{question}…': (length) => '{question}'.repeat(length / 10),
  '{question}{choices}…': (length) => '{question}{choices}'.repeat(length / 19),
  '{question}{…': (length) => `{question}${'{'.repeat(length - 10)}`,
  '{question}{question…': (length) => `{question}${'{question'.repeat((length - 10) / 9)}`,
  '{question} at both ends': (length) => `{question}${'$&'.repeat((length - 20) / 2)}{question}`,
}

/** Checking a template and writing the prompts it takes. */
export const PROMPT_CASES: readonly Case[] = Object.entries(TEMPLATES).map(([shape, template]) => ({
  input: 'prompt template',
  shape,
  limit: LONGEST_TEMPLATE,
  work: (size) => {
    const written = template(size)
    const question = '$&'.repeat((size / LONGEST_TEMPLATE) * (LONGEST_QUESTION / 2))
    const choices = Array.from({ length: 26 }, () => 'b'.repeat(size / 2))
    return () => {
      const { success, data } = Benchmark.shape.template.safeParse(written)
      return success ? renderPrompt({ template: data }, { question, choices }).length : 0
    }
  },
}))
