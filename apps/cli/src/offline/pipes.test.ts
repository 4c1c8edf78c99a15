import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { confidenceLine } from './confidence-line.js'
import { decideLine } from './decide-line.js'
import { gradedLine } from './graded-line.js'
import type { LineResult } from './line.js'
import { pipeLines } from './pipe-lines.js'

function output(result: LineResult): unknown {
  if (!result.ok) throw new Error(result.problem)
  return result.output
}

function decided(line: Record<string, unknown>): Record<string, unknown> {
  return output(decideLine(JSON.stringify(line))) as Record<string, unknown>
}

const samples = (answers: string, confidence?: number): Record<string, unknown>[] =>
  [...answers].map((answer) => ({
    answer: answer === '-' ? null : answer,
    ...(confidence === undefined ? {} : { confidence }),
  }))

describe('decideLine', () => {
  it('decides by CGES, with what every answer and OTHER were given', () => {
    const verdict = decided({ method: 'cges', gamma: 0.99, samples: samples('AAAA', 0.9), id: 7 })
    expect(verdict).toMatchObject({ id: 7, calls: 3, answer: 'A', reason: 'threshold' })
    // Two candidates, A and OTHER: odds of .9 against .1, three times.
    expect(verdict['score']).toBeCloseTo(0.9 ** 3 / (0.9 ** 3 + 0.1 ** 3), 10)
    expect(verdict['scores']).toEqual({ A: verdict['score'] })
    expect(verdict['otherScore']).toBeCloseTo(1 - Number(verdict['score']), 10)
  })

  it('gives sc and esc the share of the votes as score, and asc the probability of its criterion', () => {
    expect(decided({ method: 'sc', samples: samples('ABB') })).toEqual({
      calls: 3,
      answer: 'B',
      reason: 'budget',
      score: 2 / 3,
      scores: { A: 1 / 3, B: 2 / 3 },
    })
    const esc = decided({ method: 'esc', window: 2, samples: samples('ABBBAA') })
    expect(esc).toMatchObject({ calls: 4, answer: 'B', reason: 'window', score: 3 / 4 })
    expect(decided({ method: 'esc', window: 2, samples: samples('AAB') })).toMatchObject({ calls: 2, score: 1 })
    expect(decided({ method: 'asc-beta', samples: samples('AAAAA') })).toMatchObject({ calls: 4, score: 31 / 32 })
    expect(decided({ method: 'asc-dirichlet', samples: samples('ABC') })).toMatchObject({
      score: expect.closeTo(1 / 3),
    })
  })

  it('takes the smaller of the budget and the samples there are', () => {
    expect(decided({ method: 'sc', budget: 2, samples: samples('ABB') })).toMatchObject({ calls: 2, answer: 'A' })
    expect(decided({ method: 'sc', budget: 9, samples: samples('ABB') })).toMatchObject({ calls: 3, answer: 'B' })
    expect(decided({ method: 'sc@2', samples: samples('ABB') })).toMatchObject({ calls: 2 })
    expect(decided({ method: 'sc', samples: [] })).toEqual({
      calls: 0,
      answer: null,
      reason: 'budget',
      score: null,
      scores: {},
    })
    expect(decided({ method: 'sc', samples: samples('--') })).toMatchObject({ calls: 2, answer: null, scores: {} })
  })

  it('takes a fixed support as a number or an object, and needs no confidence where there is no answer', () => {
    const given = [...samples('A', 0.9), { answer: null }]
    const one = decided({ method: 'cges', gamma: 0.5, support: 4, samples: given })
    expect(one).toEqual(decided({ method: 'cges', gamma: 0.5, support: { fixed: 4 }, samples: given }))
    expect(one['score']).toBeCloseTo(0.9, 12)
  })

  it.each([
    ['{', 'not JSON'],
    ['[]', 'expected object'],
    ['{"method":"sc"}', 'samples'],
    ['{"method":"sq","samples":[]}', 'the methods are sc, esc, asc-beta, asc-dirichlet, dsc, cges'],
    ['{"method":"esc","samples":[{"answer":"A"}]}', 'esc requires window'],
    ['{"method":"sc","samples":[{"answer":4}]}', 'samples[0].answer'],
    ['{"method":"cges","gamma":0.9,"samples":[{"answer":"A"}]}', 'samples[0] has an answer but no confidence'],
    [
      '{"method":"cges","gamma":0.9,"samples":[{"answer":"A","confidence":1.2}]}',
      'samples[0].confidence: must be in [0, 1]',
    ],
    ['{"method":"cges","gamma":1,"samples":[{"answer":"A","confidence":0.2}]}', 'gamma must be'],
    ['{"method":"esc:window=2","window":3,"samples":[]}', 'not both'],
    ['{"method":"sc","samples":[{"answer":"A"},{"answer":""}]}', 'samples[1].answer: is empty'],
    ['{"method":"sc","samples":[{"answer":" \\t"}]}', 'a sample without an answer has null'],
    ['{"method":"dsc","samples":[]}', 'cges replay'],
    [
      '{"method":"cges","gamma":0.99,"support":2,"samples":[{"answer":"A","confidence":0.5},{"answer":"B","confidence":0.5},{"answer":"C","confidence":0.5}]}',
      '3 distinct answers',
    ],
  ])('%s: %s', (line, problem) => {
    const result = decideLine(line)
    expect(result.ok ? '' : result.problem).toContain(problem)
  })
})

describe('confidenceLine', () => {
  it('gives every signal raw and clamped, null where something is missing', () => {
    const signals = output(confidenceLine('{"logprobs":[0,"-Infinity"],"stepScores":[0.2,0.9]}'))
    expect(signals).toMatchObject({
      'lns-arith': { raw: 0.5, confidence: 0.5 },
      'lns-geom': { raw: 0, confidence: 1e-6 },
      mars: null,
      rm: { raw: 0.9 },
    })
    expect(Object.keys(signals as object)).toHaveLength(8)
    expect(output(confidenceLine('{"tokens":["a"],"logprobs":[-0.5],"id":"x"}'))).toMatchObject({
      id: 'x',
      mars: { raw: Math.exp(-0.5) },
      rm: null,
    })
    expect(output(confidenceLine('{"logprobs":[],"tokens":[]}'))).toMatchObject({ 'lns-arith': null, mars: null })
    const least = output(confidenceLine('{"stepScores":[0.2,0.9],"aggregation":"min"}'))
    expect(least).toMatchObject({ 'lns-arith': null, rm: { raw: 0.2 } })
  })

  it.each([
    ['{}', 'give logprobs, or the stepScores'],
    ['{"logprobs":["x"]}', 'logprobs[0]: must be a number'],
    ['{"tokens":["a"],"logprobs":[]}', '1 tokens, but 0 log-probabilities'],
    ['{"stepScores":[2]}', 'a step score must be in [0, 1]'],
    ['{"stepScores":[1],"aggregation":"max"}', 'aggregation'],
  ])('%s: %s', (line, problem) => {
    const result = confidenceLine(line)
    expect(result.ok ? '' : result.problem).toContain(problem)
  })
})

it('gradedLine reads confidence and correct, and says what is wrong', () => {
  expect(gradedLine('{"confidence":0.5,"correct":true,"x":1}')).toMatchObject({
    graded: { confidence: 0.5, correct: true },
  })
  expect(gradedLine('{"confidence":5,"correct":true}')).toMatchObject({
    ok: false,
    problem: 'confidence: must be in [0, 1]',
  })
  expect(gradedLine('{"confidence":0.5}')).toMatchObject({ ok: false })
})

function double(line: string): LineResult {
  const number = Number(line)
  return Number.isNaN(number) ? { ok: false, problem: 'no number' } : { ok: true, output: 2 * number }
}

describe('pipeLines', () => {
  it('keeps the order, leaves out blank lines, and tells bad ones by their number', async () => {
    const [output, errors] = [new PassThrough(), new PassThrough()]
    const bad = await pipeLines({ input: Readable.from(['1\n\n2', '\r\nx\n3']), output, errors }, double)
    output.end()
    errors.end()
    expect(bad).toBe(1)
    expect(await text(output)).toBe('2\n4\n6\n')
    expect(await text(errors)).toBe('line 4: no number\n')
  })

  it('waits for a slow reader, and loses nothing', async () => {
    const output = new PassThrough({ highWaterMark: 16 })
    const input = Readable.from(Array.from({ length: 500 }, (_, index) => `${index}\n`))
    const read = text(output)
    await pipeLines({ input, output, errors: new PassThrough() }, (line) => ({ ok: true, output: Number(line) }))
    output.end()
    expect((await read).trim().split('\n').map(Number)).toEqual(Array.from({ length: 500 }, (_, index) => index))
  })
})
