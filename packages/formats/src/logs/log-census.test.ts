import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LogCensus } from './log-census.js'
import { compileMap, parseLogMap } from './mapped/log-map.js'
import { parseMappedRow } from './mapped/parse-mapped-row.js'
import { parseRecordingRow } from './recordings.js'

/** The first problem of some recordings, read one after another as lines of one file. */
function problemOf(rows: readonly object[], kind: 'math' | 'text' = 'math'): string | null {
  const census = new LogCensus({ kind })
  for (const [at, row] of rows.entries()) {
    const read = parseRecordingRow(JSON.stringify({ samples: [{ answer: '1' }], ...row }))
    if (!read.ok) return read.problem
    const problem = read.entry === null ? null : census.add(read.entry, `line ${at + 1}`)
    if (problem !== null) return problem
  }
  return null
}

const id = fc.oneof(
  fc.integer({ min: -3, max: 12 }),
  fc.constantFrom('1', '01', '1.0', '1e0', ' 1', 'q1', 'Q1', 'ｑ1', '__proto__', 'constructor'),
)

describe('questions with one id', () => {
  it('that is a number here and the same as text there are refused, others are not', () => {
    fc.assert(
      fc.property(id, id, (one, other) => {
        const problem = problemOf([{ question_id: one }, { question_id: other }])
        if (String(one) !== String(other) || typeof one === typeof other) expect(problem).toBeNull()
        else expect(problem).toMatch(/^the question id .* is (a number|text) here and (a number|text) at line 1/u)
      }),
    )
  })

  it('with other reference answers are refused, with both named; those that are graded the same are not', () => {
    fc.assert(
      fc.property(id, fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 50 }), (same, one, other) => {
        const rows = [one, `${other}.0`].map((answer) => ({ question_id: same, answer }))
        const problem = problemOf(rows)
        if (one === other) expect(problem).toBeNull()
        else expect(problem).toContain(`has the reference answer "${other}.0" here and "${one}" at line 1`)
      }),
    )
  })

  it('are refused whatever row without an answer stands between them', () => {
    const rows = [{ answer: '1' }, {}, { answer: '2' }].map((row) => ({ question_id: 'q', ...row }))
    expect(problemOf(rows)).toContain('at line 1')
    expect(problemOf(rows.slice(1))).toBeNull()
  })

  it('that are too large to be told apart as numbers are refused', () => {
    expect(problemOf([{ question_id: 2 ** 53 }])).toMatch(
      /^question_id: is the number 9007199254740992, expected text/u,
    )
  })
})

/** What a census warns of copies of. */
const warningOf = (...questions: readonly (readonly string[])[]) => {
  const census = new LogCensus()
  for (const [at, texts] of questions.entries()) {
    const row = { question_id: `q${at}`, samples: texts.map((text) => ({ text })) }
    const read = parseRecordingRow(JSON.stringify(row))
    if (read.ok && read.entry !== null) census.add(read.entry, `line ${at + 1}`)
  }
  return census.warnings().find((warning) => warning.includes('the same text')) ?? null
}

describe('copies', () => {
  const long = 'Each of the five boxes holds three apples: 15.'
  const short = 'Same words. The answer is 12.'

  it('are warned of where more than half of the questions with several samples have one text', () => {
    expect(warningOf([long, long], [long, long], ['a', 'b'], ['c'])).toMatch(/^on 2 of 3 questions .* mean nothing/u)
    expect(warningOf([long, long], ['a', 'b'])).toBeNull()
    expect(warningOf([long], [long])).toBeNull()
  })

  it('are warned of less firmly where the texts are short', () => {
    expect(warningOf([short, short], [short, short], ['a', 'b'])).toMatch(
      /^on 2 of 3 questions all samples have the same text\. Short texts also repeat by chance; if these are copies/u,
    )
    expect(warningOf([long, long], [short, short], ['a', 'b'])).toContain('Short texts')
  })
})

/** Warnings of samples of q1, by the models that answered, with q1 and others given elsewhere. */
const warned = (models: readonly string[], known: readonly string[] = []) => {
  const questions = known.map((given) => [given, { id: given, question: '', answer: '1' }] as const)
  const census = new LogCensus({ kind: 'math', known: new Map(questions) })
  const row = { question_id: 'q1', answer: '1', samples: models.map((model) => ({ answer: '1', model })) }
  const read = parseRecordingRow(JSON.stringify(row))
  if (!read.ok || read.entry === null) throw new Error('the row is not read')
  census.add(read.entry, 'line 1')
  return census.warnings().join('\n')
}

describe('what answered, and what did not', () => {
  it('warns that several models answered, and not of one', () => {
    expect(warned(['a', 'b', 'a'])).toContain('2 models answered, such as "a" and "b"')
    expect(warned(['a', 'a'])).not.toContain('answered')
  })

  it('says that no rule can be compared where each model answered a question once', () => {
    expect(warned(['a', 'b'])).toContain('each answered a question once. No rule can be compared on this log')
    expect(warned(['a', 'b'])).not.toContain('--map')
    expect(warned(['a', 'b', 'a'])).not.toContain('No rule')
  })

  it('names the map of one model’s samples, and it reads them', () => {
    const samples = ['a', 'b', 'a'].map((model, at) => ({ text: `so ${at}`, answer: `${at}`, reward: at, model }))
    const row = { question_id: 'q1', question: 'Q', answer: '1', samples }
    const census = new LogCensus({ kind: 'math' })
    const entry = parseRecordingRow(JSON.stringify(row))
    if (entry.ok && entry.entry !== null) census.add(entry.entry, 'line 1')
    const map = /--map "([^"]+)"/u.exec(census.warnings().join('\n'))?.[1] ?? ''
    const parsed = parseLogMap(map)
    expect(parseMappedRow(row, 1, compileMap(parsed.ok ? parsed.fields : {}))).toMatchObject({
      entry: {
        question: { id: 'q1', question: 'Q', answer: '1' },
        samples: [
          { text: 'so 0', answer: '0', reward: 0 },
          { text: 'so 2', answer: '2', reward: 2 },
        ],
      },
    })
  })

  it('warns of given questions without a sample, with what they do to the accuracy', () => {
    expect(warned(['a'], ['q1', 'q2', 'q3', 'q4'])).toContain(
      '3 of 4 questions of --questions have no sample, such as "q2". Accuracies leave them out: counted as wrong, they turn 100 % into 25.0 %',
    )
    expect(warned(['a'], ['q1'])).not.toContain('no sample')
  })
})

/** Warnings of a row that is read by a map. */
const mappedWarnings = (row: object, fields: Parameters<typeof compileMap>[0]) => {
  const census = new LogCensus()
  const read = parseMappedRow(row, 1, compileMap(fields))
  if (read.ok && read.entry !== null) census.add(read.entry, 'line 1')
  return census.warnings().join('\n')
}

it('tells log-probabilities that no map names from those that no row holds', () => {
  const text = 'outputs[*].text'
  const held = { outputs: [{ text: 'a', logprobs: [-1] }] }
  expect(mappedWarnings(held, { text })).toContain(
    'no log-probabilities were mapped; the rows have outputs[*].logprobs',
  )
  expect(mappedWarnings(held, { text })).not.toContain('holds no log-probabilities')
  expect(mappedWarnings({ outputs: [{ text: 'a' }] }, { text })).toContain('the log holds no log-probabilities')
  expect(mappedWarnings(held, { text, logprobs: 'outputs[*].logprobs' })).not.toContain('no log-probabilities')
})
