import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { answerKey, voteKey } from '../answer-key.js'
import { findAnswer } from '../find-answer.js'
import { ReportedCase } from './forms.js'

const LINES = readFileSync(new URL('reported.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')

const LONGEST_MS = 2_000

describe('cases of public reports of graders’ faults', () => {
  it.each(
    LINES.map((line) => ReportedCase.parse(JSON.parse(line))).map(
      (each) => [`${each.id} ${each.failed_there}`, each] as const,
    ),
  )('%s', (_, { input, right, why }) => {
    if ('a' in input) {
      const [a, b] = [input.a, input.b].map((raw) => answerKey(input.kind, raw))
      const rules = { kind: input.kind, paper: false }
      const sameVote = voteKey(rules, input.a) === voteKey(rules, input.b)
      expect({ same: a === b, sameVote }, `${why}: ${a} and ${b}`).toEqual(right)
      return
    }
    const started = performance.now()
    const read = findAnswer(input.kind, input.text, input.choices)
    const key = read === null ? null : answerKey(input.kind, read.answer)
    expect(performance.now() - started).toBeLessThan(LONGEST_MS)
    if ('answer' in right) expect(read?.answer ?? null, why).toBe(right['answer'])
    if ('answer_equal_to' in right) expect(key, why).toBe(answerKey(input.kind, String(right['answer_equal_to'])))
  })
})
