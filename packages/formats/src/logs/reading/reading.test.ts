import { describe, expect, it } from 'vitest'
import { BARE_SAMPLE, type LogEntry, type LogSample } from '../log-entry.js'
import { LogReader } from './log-reader.js'
import { otherReadings, readingFault } from './other-readings.js'

const row = (answer: string, samples: readonly Partial<LogSample>[], id = 'q'): LogEntry => ({
  question: { id, question: null, answer },
  samples: samples.map((each) => ({ ...BARE_SAMPLE, ...each })),
})

const MATH = { kind: 'math', paper: false } as const

describe('LogReader', () => {
  it('counts what was read, by what, and beside the log’s own grades', () => {
    const reader = new LogReader(MATH).readAll([
      row('4', [
        { text: 'so \\boxed{4}', grade: 1 },
        { text: 'so \\boxed{4}', grade: 0 },
        { text: 'so \\boxed{5}', grade: 0 },
        { answer: '4', grade: 1 },
        { text: 'cut \\boxed{4}', finish: 'length', grade: 0 },
        { text: '…', grade: 1 },
        { text: `\\boxed{${'x+'.repeat(60)}x}`, grade: null },
        { error: 'lost', grade: 1 },
      ]),
    ])
    expect(reader.counts).toMatchObject({
      samples: 7,
      withoutAnswer: 2,
      unread: 1,
      long: 1,
      texts: 6,
      identical: 1,
      gradable: 7,
      right: 3,
      graded: 6,
      agreed: 4,
      gradedRight: 3,
      logRight: 3,
      tiers: [
        { tier: 'marked', answers: 4, gradable: 4, right: 2 },
        { tier: 'log', answers: 1, right: 1 },
      ],
      languages: [],
    })
  })

  it.each(['', '  ', 'None', 'null', 'NaN', 'N/A', '[invalid]', '[No Answer]'])(
    'takes %j of the log for no answer and counts it, unless it is the reference answer',
    (answer) => {
      for (const kind of ['math', 'text', 'choice', 'date'] as const) {
        const rules = { kind, paper: false }
        const reader = new LogReader(rules)
        const read = reader.read({ id: 'q', question: null, answer: '12' }, { ...BARE_SAMPLE, answer, text: 'so 12' })
        expect(read).toMatchObject({ answer: null, voteKey: null, gradeKey: null, isRight: false })
        expect(reader.counts).toMatchObject({ withoutAnswer: 1, placeholders: 1, unread: 1 })
      }
      if (answer.trim() === '') return
      const question = { id: 'q', question: null, answer: answer.toLowerCase() }
      const text = new LogReader({ kind: 'text', paper: false })
      expect(text.read(question, { ...BARE_SAMPLE, answer }).isRight).toBe(true)
      expect(text.counts.placeholders).toBe(0)
    },
  )

  it('counts the languages that state answers, the most frequent first', () => {
    const reader = new LogReader(MATH)
    const question = { id: 'q', question: null, answer: '42' }
    for (const text of ['답은 42입니다.', '\\boxed{42}', 'The answer is 42.', '정답: 42'])
      reader.read(question, { ...BARE_SAMPLE, text })
    expect(reader.counts.languages).toEqual([
      { language: 'ko', answers: 2 },
      { language: 'en', answers: 1 },
    ])
  })

  it('votes on answers as they are written where the data say so, and grades them by value', () => {
    const reader = new LogReader({ ...MATH, paper: true })
    const question = { id: 'q', question: null, answer: '0.5' }
    expect(reader.read(question, { ...BARE_SAMPLE, answer: '1/2' })).toMatchObject({ voteKey: '1/2', isRight: true })
  })

  it('grades nothing without a reference answer', () => {
    const { counts } = new LogReader(MATH).readAll([
      {
        question: { id: 'q', question: null, answer: null },
        samples: [{ ...BARE_SAMPLE, answer: '4', grade: 1 }],
      },
    ])
    expect(counts).toMatchObject({ samples: 1, gradable: 0, graded: 0 })
    expect(readingFault(counts)).toBeNull()
  })
})

const countsOf = (samples: readonly Partial<LogSample>[]) => new LogReader(MATH).readAll([row('4', samples)]).counts
const many = (count: number, sample: Partial<LogSample>) => Array.from({ length: count }, () => sample)

describe('readingFault', () => {
  const right = { text: '\\boxed{4}', grade: 1 }

  it.each([
    ['passes at 95 %', [...many(19, right), { text: '\\boxed{5}', grade: 1 }], null],
    ['stops under 95 %', [...many(17, right), { text: '\\boxed{5}', grade: 1 }], 'on 94.4 % of 18 samples'],
    ['passes where one in five is not read', [...many(4, { text: '\\boxed{4}' }), { text: '…' }], null],
    ['stops where more are not', [...many(3, { text: '\\boxed{4}' }), { text: '…' }], 'read in 25.0 % of 4'],
    [
      'does not count what was cut',
      [{ text: '\\boxed{4}' }, ...many(9, { text: 'so', finish: 'length' as const })],
      null,
    ],
    [
      'stops where what is right is lost among much that is wrong',
      [...many(97, { text: '\\boxed{5}', grade: 0 }), ...many(3, { text: '\\boxed{6}', grade: 1 })],
      'finds 0 of 100 samples right, the log’s own 3',
    ],
  ])('%s', (_, samples, expected) => {
    const fault = readingFault(countsOf(samples))
    if (expected === null) expect(fault).toBeNull()
    else expect(fault).toContain(expected)
  })

  it('compares no grades where the log’s count, and nothing where the reading is verified', () => {
    const counts = countsOf(many(9, { text: '\\boxed{5}', grade: 1 }))
    expect(readingFault(counts)).not.toBeNull()
    expect(readingFault(counts, { believesLog: true })).toBeNull()
    expect(readingFault(counts, { isVerified: true })).toBeNull()
  })
})

const abstaining = (grade: number | null, sampleGrade: number | null) =>
  [0, 1, 2].map((n): LogEntry => ({
    ...row(
      '12',
      ['no idea', 'no idea', 'no idea', '12', '12'].map((text) => ({
        text,
        answer: text === '12' ? text : null,
        grade: sampleGrade === null ? null : Number(text === '12'),
      })),
      `q${n}`,
    ),
    question: { id: `q${n}`, question: null, answer: '12', grade },
  }))

describe('otherReadings', () => {
  it('finds the kind that agrees with the log, and says what it gives', () => {
    const rows = [0, 1, 2].map((n) =>
      row(
        `2019-11-1${n}`,
        [
          { answer: `11/1${n}/2019`, grade: 1 },
          { answer: '2019-12-11', grade: 0 },
        ],
        `q${n}`,
      ),
    )
    const [first] = otherReadings(rows, { kind: 'text', paper: false })
    expect(first).toMatchObject({ options: '--kind date', isLikely: true, counts: { agreed: 6, graded: 6 } })
    expect(otherReadings(rows, { kind: 'date', paper: false })).toEqual([])
  })

  it('finds that the texts say more than what the log read', () => {
    const rows = [row('7', [{ text: 'The answer is 7.', answer: 'answer', grade: 1 }])]
    expect(otherReadings(rows, MATH)[0]).toMatchObject({ options: '--answers text', isLikely: true })
  })

  it.each([
    ['each question', abstaining(1, null)],
    ['each sample', abstaining(null, 1)],
    ['nothing', abstaining(null, null)],
  ])('offers none that only lets abstentions vote, on a log that grades %s', (_, rows) => {
    expect(readingFault(new LogReader(MATH).readAll(rows).counts)).toContain('read in 60.0 % of 15')
    expect(otherReadings(rows, MATH)).toEqual([])
  })

  it('compares the votes with a log that grades one answer a question', () => {
    const { counts } = new LogReader(MATH).readAll(abstaining(1, null))
    expect(counts).toMatchObject({
      gradedQuestions: 3,
      votedQuestions: 3,
      votesRight: 3,
      votesAgreed: 3,
      unreadByLog: 9,
    })
    const asText = new LogReader({ kind: 'text', from: 'text', paper: false }).readAll(abstaining(1, null)).counts
    expect(asText).toMatchObject({ votesRight: 0, votesAgreed: 0, unreadByLog: 0 })
  })

  it('does not call likely what adds many answers and next to none that is right', () => {
    const rows = [
      row('7', [
        ...many(6, { text: 'The answer is 7.', answer: '7' }),
        ...many(1, { text: 'The answer is 7.', answer: null }),
        ...many(8, { text: 'The answer is 8.', answer: null }),
      ]),
    ]
    expect(otherReadings(rows, MATH)).toMatchObject([{ options: '--answers text', isLikely: false }])
  })

  it('calls nothing better that is equally near to the log’s grades', () => {
    const rows = [
      row('any expression', [...many(9, { text: 'Answer: 4*6', answer: null, grade: 0 }), { answer: '4*6', grade: 1 }]),
    ]
    expect(otherReadings(rows, { kind: 'text', paper: false })).toEqual([])
  })
})
