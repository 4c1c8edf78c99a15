import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { decideQuestions } from './decide.js'
import { isSetMethod } from './requirements.js'
import { parseMethodSpec } from './parse-method-spec.js'
import { seededRandom } from './seeded-random.js'

const Case = z.object({
  spec: z.looseObject({ method: z.string(), totalCalls: z.number() }),
  questions: z.array(z.array(z.string().nullable())),
  expect: z.array(z.object({ calls: z.number(), answer: z.string().nullable(), reason: z.string() })),
})

const cases = readFileSync(new URL('./golden/totals.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => Case.parse(JSON.parse(line)))
  .map((each, at) => [`${at}: ${each.spec.method}`, each] as const)

function decided({ spec: fields }: z.infer<typeof Case>, questions: readonly (readonly (string | null)[])[]) {
  const parsed = parseMethodSpec(fields, 16)
  if (!parsed.ok || !isSetMethod(parsed.spec)) throw new Error(parsed.ok ? 'a method of trials' : parsed.problem)
  const votes = questions.map((answers) => answers.map((answer) => ({ answer, confidences: {} })))
  return decideQuestions(parsed.spec, [...questions.keys()], votes)
}

describe('a total spent on a set', () => {
  it.each(cases)('goes where an independent computation spends it: %s', (_, each) => {
    const questions = decided(each, each.questions)
    expect(questions).toHaveLength(each.expect.length)
    for (const [at, expected] of each.expect.entries()) {
      expect(questions[at]).toMatchObject({ question: at, state: 'stopped', ...expected })
    }
    const spent = each.expect.reduce((sum, { calls }) => sum + calls, 0)
    expect(spent).toBe(Math.min(each.spec.totalCalls, each.questions.length * Number(each.spec['budget'])))
  })

  it.each(cases)('asks for nothing it is not charged for, whatever arrives first: %s', (_, each) => {
    const random = seededRandom(`arrivals of ${JSON.stringify(each.spec)}`)
    const landed = each.questions.map(() => 0)
    const ends = each.expect.map(({ calls }) => calls)
    for (;;) {
      const now = decided(
        each,
        each.questions.map((answers, at) => answers.slice(0, landed[at])),
      )
      const open = now.flatMap((one) => (one.state === 'open' ? [one] : []))
      for (const { question, until } of open) expect(until).toBeLessThanOrEqual(ends[question] ?? 0)
      if (open.length === 0) break
      const wanting = open.filter(({ question, until }) => (landed[question] ?? 0) < until)
      expect(wanting).not.toHaveLength(0)
      const some = random.shuffle(wanting).slice(0, 1 + random.int(0, wanting.length - 1))
      for (const { question } of some) landed[question] = (landed[question] ?? 0) + 1
    }
    expect(landed).toEqual(ends)
  })
})
