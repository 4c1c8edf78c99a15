import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { otherScore } from '@cges-fleet/methods'
import { describe, expect, it } from 'vitest'
import { confidenceLine } from './confidence-line.js'
import { decideLine } from './decide-line.js'
import { gradedLine, gradeLine } from './grade-line.js'
import { type LineResult, pipeLines } from './pipe-lines.js'

function output(result: LineResult): unknown {
  if (!result.ok) throw new Error(result.problem)
  return result.output
}

const traced = (answer: string, ...tokenConfidences: number[]) => ({ answer, tokenConfidences })

function decided(line: Record<string, unknown>): Record<string, unknown> {
  return output(decideLine(JSON.stringify(line))) as Record<string, unknown>
}

const samples = (answers: string, confidence?: number): Record<string, unknown>[] =>
  [...answers].map((answer) => ({
    answer: answer === '-' ? null : answer,
    ...(confidence === undefined ? {} : { confidence }),
  }))

describe('decideLine on sets', () => {
  it('spends a total, and ranks nothing: the order is that of the line', () => {
    const questions = ['AAAA', 'ABAB', 'AAAA'].map((text) => ({ samples: samples(text) }))
    expect(decided({ method: 'fixed-total', totalCalls: 6, id: 'x', questions })).toMatchObject({
      id: 'x',
      questions: [
        { calls: 2, answer: 'A', reason: 'total' },
        { calls: 3, answer: 'A', reason: 'total' },
        { calls: 1, answer: 'A', reason: 'total' },
      ],
    })
    const dsc = decided({ method: 'dsc', easyRun: 1, questions })['questions']
    expect(dsc).toMatchObject([{ calls: 1, reason: 'easy' }, { calls: 1 }, { calls: 4, reason: 'threshold' }])
  })

  it('fixes a certified threshold and stops the others by it', () => {
    const questions = Array.from({ length: 40 }, () => ({ samples: samples('AAAAAA') }))
    const given = { method: 'asc-beta', certified: [0.1, 0.1], calibrate: 30, questions }
    const output = decided(given) as { questions: { calls: number; reason: string }[]; certified: object }
    expect(output.certified).toEqual({ threshold: 0.7, questions: 30, disagreements: 0, leftOut: 0 })
    expect(output.questions.filter(({ reason }) => reason === 'calibration')).toHaveLength(30)
    expect(output.questions.filter(({ calls, reason }) => calls === 1 && reason === 'threshold')).toHaveLength(10)
  })
})

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

  it('ends answers at the token where their confidence falls below that of the warm-ups, and counts tokens', () => {
    const method = 'deepconf:keep=0.5,threshold=0.999,warmUps=2,window=2'
    const given = [traced('A', 9, 9, 8), traced('B', 8, 8), traced('C', 4, 4, 9, 9), traced('A', 9, 9)]
    expect(decided({ method, samples: given.slice(0, 3) })).toMatchObject({ calls: 2, answer: 'A', tokens: 5 })
    const even = [traced('A', 9, 9, 8), traced('B', 9, 8), ...given.slice(2)]
    expect(decided({ method, samples: even })).toMatchObject({ calls: 4, answer: 'A', reason: 'budget', tokens: 9 })
    expect(decideLine(JSON.stringify({ method, samples: [{ answer: 'A', tokens: 3 }] }))).toMatchObject({
      problem: 'samples[0] has an answer but no tokenConfidences',
    })
    const counted = samples('AB').map((each, at) => ({ ...each, tokens: at + 1 }))
    expect(decided({ method: 'sc', samples: counted })).toMatchObject({ tokens: 3 })
  })

  it('stops samples amid their tokens by their partial answers, and tells what the probes cost', () => {
    const partials = [4, 8, 12, 16].map((tokens) => ({ tokens, answer: 'B', probeTokens: 2 }))
    const given = samples('AAB').map((each, at) => ({ ...each, tokens: 18 + at, partials }))
    const method = 'parallel-probe:stable=3,warmUpProbes=0'
    const stopped = decided({ method, samples: given })
    expect(stopped).toMatchObject({ calls: 3, answer: 'B', reason: 'threshold', tokens: 36, probeTokens: 18 })
    const short = given.map((each) => ({ ...each, partials: [] }))
    expect(decideLine(JSON.stringify({ method, samples: samples('AAB') }))).toMatchObject({
      problem: 'samples[0] has no partials',
    })
    expect(decided({ method, samples: short })).toMatchObject({
      answer: 'A',
      reason: 'budget',
      tokens: 57,
      probeTokens: 0,
    })
    expect(
      decideLine(JSON.stringify({ method, samples: [{ answer: 'A', partials: [{ tokens: -1, answer: 'A' }] }] })),
    ).toMatchObject({ ok: false })
  })

  it('takes a fixed support as a number or an object, and needs no confidence where there is no answer', () => {
    const given = [...samples('A', 0.9), { answer: null }]
    const one = decided({ method: 'cges', gamma: 0.5, support: 4, samples: given })
    expect(one).toEqual(decided({ method: 'cges', gamma: 0.5, support: { fixed: 4 }, samples: given }))
    expect(one['score']).toBeCloseTo(0.9, 12)
  })

  it.each([
    ['{', 'not JSON'],
    ['[]', 'expected an object'],
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
    ['{"method":"dsc","samples":[]}', 'give them all, as "questions"'],
    ['{"method":"sc","questions":[{"samples":[{"answer":"A"}]}]}', 'decides each question by itself'],
    [
      '{"method":"fixed-total","totalCalls":1,"questions":[{"samples":[{"answer":"A"}]},{"samples":[{"answer":"B"}]}]}',
      'at least 2',
    ],
    ['{"method":"fixed-total","totalCalls":1,"questions":[]}', 'has none'],
    ['{"method":"dsc","questions":[{"samples":[]}]}', 'needs samples'],
    ['{"method":"asc-beta:certified=0.1/0.1","questions":[{"samples":[{"answer":"A"}]}]}', 'at least 22 questions'],
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
      'self-certainty-b10-window': null,
      mars: null,
      rm: { raw: 0.9 },
    })
    expect(Object.keys(signals as object)).toHaveLength(11)
    expect(output(confidenceLine('{"tokens":["a"],"logprobs":[-0.5],"id":"x"}'))).toMatchObject({
      id: 'x',
      mars: { raw: Math.exp(-0.5) },
      rm: null,
    })
    const even = output(
      confidenceLine(`{"topLogprobs":[[${Math.log(0.5)},${Math.log(0.5)}],[${Math.log(0.5)},${Math.log(0.5)}]]}`),
    )
    expect(even).toMatchObject({ 'self-certainty': { raw: 0 }, 'self-certainty-b10-window': { raw: 0 }, rm: null })
    expect(output(confidenceLine('{"logprobs":[],"tokens":[]}'))).toMatchObject({ 'lns-arith': null, mars: null })
    const least = output(confidenceLine('{"stepScores":[0.2,0.9],"aggregation":"min"}'))
    expect(least).toMatchObject({ 'lns-arith': null, rm: { raw: 0.2 } })
  })

  it.each([
    ['{}', 'or the stepScores'],
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
    const output = new PassThrough()
    const errors = new PassThrough()
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

const answers = ['A', 'B'].map((answer) => ({ answer }))

function decidedOnAnswers(method: object): unknown {
  const result = decideLine(JSON.stringify({ ...method, samples: answers }))
  if (!result.ok) throw new Error(result.problem)
  return result.output
}

it('says of bayes too what is left to answers not seen, and of no rule that has no such mass', () => {
  const spec = { method: 'bayes', answers: 5, delta: 0.05, easy: 0.1, hard: 1, share: 0.5, budget: 2 } as const
  const left = otherScore(
    spec,
    answers.map((each) => ({ ...each, confidences: {} })),
  )
  expect(left).toBeGreaterThan(0)
  expect(decidedOnAnswers({ method: 'bayes', answers: 5 })).toHaveProperty('otherScore', left)
  expect(decidedOnAnswers({ method: 'asc-beta' })).not.toHaveProperty('otherScore')
})

function graded(line: Record<string, unknown>): Record<string, unknown> {
  const result = gradeLine(JSON.stringify(line))
  if (!result.ok) throw new Error(result.problem)
  return result.output as Record<string, unknown>
}

describe('two answers', () => {
  it('are one where their keys are, in a grade and in a vote', () => {
    const same = graded({ id: 3, kind: 'math', a: '\\frac12', b: '0.5' })
    expect(same).toEqual({ id: 3, same: true, sameVote: true, keyA: same['keyB'], keyB: same['keyB'] })
    const other = graded({ kind: 'math', a: '1', b: '2' })
    expect(other).toMatchObject({ same: false, sameVote: false })
    expect(other['keyA']).not.toBe(other['keyB'])
    expect(other).not.toHaveProperty('id')
  })

  it('are compared as their kind is', () => {
    expect(graded({ kind: 'choice', a: '(b)', b: 'B' })).toMatchObject({ same: true, keyA: 'B', keyB: 'B' })
    expect(graded({ kind: 'date', a: 'May 1, 2021', b: '2021-05-01' })).toMatchObject({
      same: true,
      keyA: '2021-05-01',
    })
    expect(graded({ kind: 'text', a: 'Yajo', b: ' yajo' })).toMatchObject({ same: true })
  })

  it('count apart by their spelling where votes are the paper’s', () => {
    const line = { kind: 'math', a: '0.50', b: '0.5' }
    expect(graded({ ...line, paper: true })).toMatchObject({ same: true, sameVote: false })
    expect(graded({ ...line, paper: false })).toMatchObject({ same: true, sameVote: true })
    expect(graded({ ...line, b: '0.50', paper: true })).toMatchObject({ same: true, sameVote: true })
  })
})

describe('a response', () => {
  it('gives its answer, its key and by what it was found', () => {
    const text = 'So it is \\boxed{0.50}.'
    expect(graded({ id: 'x', kind: 'math', text })).toEqual({
      id: 'x',
      answer: '0.50',
      key: graded({ kind: 'math', a: '1/2', b: '1' })['keyA'],
      tier: 'marked',
      language: null,
    })
  })

  it('gives nulls where nothing is read', () => {
    expect(graded({ kind: 'math', text: 'I do not know.' })).toEqual({
      answer: null,
      key: null,
      tier: null,
      language: null,
    })
    expect(graded({ kind: 'text', text: '' })).toEqual({ answer: null, key: null, tier: null, language: null })
    expect(graded({ kind: 'math', text: '정답은 42입니다.' })).toMatchObject({ answer: '42', language: 'ko' })
  })

  it('has no choice beyond those that were offered, by their number or their list', () => {
    const line = { kind: 'choice', text: 'The answer is (D).' }
    expect(graded(line)).toMatchObject({ answer: 'D', key: 'D' })
    expect(graded({ ...line, choices: 4 })).toMatchObject({ answer: 'D' })
    expect(graded({ ...line, choices: 3 })).toMatchObject({ answer: null, tier: null })
    expect(graded({ ...line, choices: ['one', 'two', 'three'] })).toMatchObject({ answer: null })
  })
})

it.each([
  ['{"kind":"math"', 'JSON'],
  ['7', 'give a and b'],
  ['{"kind":"math"}', 'give a and b to compare two answers, or text'],
  ['{"kind":"math","a":"1","b":"1","text":"1"}', 'give a and b to compare two answers, or text'],
  ['{"kind":"maths","a":"1","b":"1"}', 'kind: must be one of math, choice, date, text'],
  ['{"kind":"math","a":"1"}', 'b:'],
  ['{"kind":"math","a":"1","b":" "}', 'b: is empty'],
  ['{"kind":"choice","text":"A","choices":1}', 'choices: must be 2 to 26'],
  ['{"kind":"choice","text":"A","choises":4}', 'choises'],
])('%s: %s', (line, problem) => {
  const result = gradeLine(line)
  expect(result.ok ? '' : result.problem).toContain(problem)
})
