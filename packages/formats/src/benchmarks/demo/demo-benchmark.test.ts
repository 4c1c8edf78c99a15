import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { Benchmark } from '@cges-fleet/core'
import { demoBenchmark, demoScenario, ScenarioQuestion } from './demo-benchmark.js'

const questions = demoScenario()

function family(name: string): { question: string; answer: string }[] {
  return questions.filter(({ id }) => id.startsWith(`demo-${name}-`))
}

/** Applies a solver to every question of a family that matches its pattern, and returns how many did. */
function check(name: string, pattern: RegExp, solve: (...parts: string[]) => unknown): number {
  const matched = family(name).flatMap(({ question, answer }) => {
    const found = pattern.exec(question)
    return found === null ? [] : [{ question, answer, expected: String(solve(...found.slice(1))) }]
  })
  for (const { question, answer, expected } of matched) expect(answer, question).toBe(expected)
  return matched.length
}

const day = (text: string): number => Date.parse(`${text} UTC`)
const iso = (instant: number): string => new Date(instant).toISOString().slice(0, 10)
const dayMs = 86_400_000

test('240 questions, each unlike every other, in the benchmark schema', () => {
  const benchmark = Benchmark.parse(demoBenchmark())
  expect(benchmark.questions).toHaveLength(240)
  expect(new Set(benchmark.questions.map(({ id }) => id)).size).toBe(240)
  expect(new Set(benchmark.questions.map(({ question }) => question)).size).toBe(240)
  expect(benchmark.template).toContain('\\boxed{}')
})

const digest = (): string => createHash('sha256').update(JSON.stringify(demoScenario())).digest('hex')

test('the same on every call', () => {
  expect(digest()).toBe(digest())
})

test('every question has an answer of one spelling and slips that differ from it and from one another', () => {
  for (const { answer, distractors, question, ...rest } of questions) {
    expect(() => ScenarioQuestion.parse({ answer, distractors, question, ...rest })).not.toThrow()
    expect(answer).toMatch(/^(\d+|[a-z]+|[A-Z][a-z]+|\d{4}-\d\d-\d\d)$/)
    expect(distractors.length, question).toBeGreaterThanOrEqual(4)
    const spellings = [answer, ...distractors].map((text) => text.toLowerCase().trim())
    expect(new Set(spellings).size, question).toBe(spellings.length)
    expect(question).not.toMatch(/NaN|undefined|\{|\b1 (days|people|guests|feet|inches|more workers)\b/)
  }
})

test('dates, by the calendar of JavaScript', () => {
  const later = check('dates', /^Which date is (\d+) days after (.*?)\?/, (days = '', start = '') =>
    iso(day(start) + Number(days) * dayMs),
  )
  const earlier = check('dates', /^Which date is (\d+) days before (.*?)\?/, (days = '', end = '') =>
    iso(day(end) - Number(days) * dayMs),
  )
  const between = check('dates', /^How many days after (.*) is (.*)\?$/, (start = '', end = '') =>
    Math.round((day(end) - day(start)) / dayMs),
  )
  const loans = /book on (.*?) for (\d+) weeks.* by (\d+) days.* back (\d+) days? before/
  const loan = check('dates', loans, (start = '', ...counts) => {
    const [weeks = 0, extra = 0, early = 0] = counts.map(Number)
    return iso(day(start) + (7 * weeks + extra - early) * dayMs)
  })
  expect([later, earlier, between, loan]).toEqual([5, 5, 5, 5])
})

test('weekdays of dates, by the calendar of JavaScript', () => {
  const names = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' })
  const dated = check('weekdays', /is a \w+\. Which weekday is (.*?)\?/, (date = '') => names.format(day(date)))
  expect(dated).toBe(7)
})

test('last letters, character by character', () => {
  const joined = check('last-letters', /"(.*)"/, (list = '') => list.replaceAll(/\w+(\w)(?:, )?/g, '$1'))
  expect(joined).toBe(20)
})

test('meetings, mixtures and shared work, by simulating them', () => {
  const meeting = /start (\d+) kilometres apart .* at (\d+) and \w+ at (\d+)/
  const met = check('travel', meeting, (apart = '', one = '', two = '') => {
    let minutes = 0
    for (let left = 60 * Number(apart); left > 0; left -= Number(one) + Number(two)) minutes += 1
    return minutes
  })
  const thinned = check('mixtures', /to (\d+) litres of juice that is (\d+) .* is (\d+) percent/, (...numbers) => {
    const [litres = 0, strong = 0, weak = 0] = numbers.map(Number)
    let water = 0
    while ((litres * strong) / (litres + water) > weak + 1e-9) water += 1
    return water
  })
  const painted = check('work-rates', /needs (\d+) minutes .* needs (\d+) minutes/, (one = '', two = '') => {
    let minutes = 0
    for (let done = 0; done < 1 - 1e-9; done += 1 / Number(one) + 1 / Number(two)) minutes += 1
    return minutes
  })
  expect([met, thinned, painted]).toEqual([7, 7, 7])
})

test('sums in binary and digits written, by another road', () => {
  const sums = check('number-bases', /numbers ([01]+) and ([01]+)/, (one = '', two = '') =>
    (BigInt(`0b${one}`) + BigInt(`0b${two}`)).toString(2),
  )
  const digits = check('counting', /from 1 to (\d+) are .* digit (\d)/, (limit = '', digit = '') => {
    let written = 0
    for (let number = 1; number <= Number(limit); number += 1) {
      for (let rest = number; rest > 0; rest = Math.floor(rest / 10)) if (rest % 10 === Number(digit)) written += 1
    }
    return written
  })
  expect([sums, digits]).toEqual([6, 6])
})

test('any first part of the list is a mixture of all families', () => {
  const groups = questions.slice(0, 12).map(({ id }) => id.replace(/-\d+$/, ''))
  expect(new Set(groups).size).toBe(12)
})
