import { type AnswerKind, answerKey, findAnswer } from '@cges-fleet/answers'
import { HOSTILE_TEXTS } from '../shapes/texts.js'
import type { Case } from './input.js'

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
