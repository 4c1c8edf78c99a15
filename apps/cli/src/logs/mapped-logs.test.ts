import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { parseLogMap } from '@cges-fleet/formats'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { describe, expect, it } from 'vitest'
import { entries, items, logFolder } from './testing/log-files.js'

const file = logFolder()
const json = (value: unknown): string => JSON.stringify(value, null, 2)
const samplesOf = async (path: string) =>
  (await entries([path])).map(({ question, samples }) => ({ ...question, samples }))

const review = (index: number, group: number, said: string, changes: object = {}) => ({
  index,
  input: `**user**: What is ${group}?`,
  target: `${group}`,
  sample_score: {
    score: {
      value: { acc: 1 },
      extracted_prediction: said,
      prediction: `So ANSWER: ${said}`,
      explanation: null,
      metadata: {},
      main_score_name: null,
    },
    sample_id: index,
    group_id: group,
    sample_metadata: {},
    ...changes,
  },
})

describe('EvalScope', () => {
  it('is read by its reviews, repeats of a question together', async () => {
    const path = file('gsm8k_main.jsonl', [review(0, 3, '3'), review(1, 3, '4'), review(2, 5, '5')])
    expect(await samplesOf(path)).toMatchObject([
      { id: '3', answer: '3', samples: [{ text: 'So ANSWER: 3', answer: '3', grade: 1 }] },
      { id: '3', samples: [{ answer: '4' }] },
      { id: '5', question: '**user**: What is 5?' },
    ])
  })

  it('takes the main of several scores, and a conversation where there is no prediction', async () => {
    const score = { value: { other: 1, acc: 0.5 }, main_score_name: 'acc' }
    const messages = [
      { role: 'user', content: 'Two?' },
      { role: 'assistant', content: [{ type: 'text', text: 'It is 2' }] },
    ]
    const row = { index: 1, target: ['2'], messages, sample_score: { score, sample_id: 1 } }
    expect(await samplesOf(file('r.jsonl', [row]))).toMatchObject([
      { id: '1', question: 'Two?', answer: '2', samples: [{ text: 'It is 2', grade: 0.5 }] },
    ])
  })
})

it('ESC’s logs are read as they are published, a list of responses a question', async () => {
  const rows = ['yes', 'no'].map((answer) => ({
    question: `Q:A coin is heads up. Is it still, ${answer}?`,
    answer,
    generated_answer: ['A: It was flipped twice. So the answer is yes.', 'A: So the answer is no.'],
  }))
  const log = file('T0.7.jsonl', rows)
  expect(await samplesOf(log)).toMatchObject([
    { id: 'q1', answer: 'yes', samples: [{ text: rows[0]?.generated_answer[0], grade: null }, {}] },
    { id: 'q2', answer: 'no' },
  ])
  const worked = file('T0.7-gsm8k.jsonl', [{ ...rows[0], answer: 'He has 3.\n#### 3' }])
  expect(await samplesOf(worked)).toMatchObject([{ answer: '3' }])
})

describe('OpenCompass', () => {
  const prompt = [{ role: 'HUMAN', prompt: 'What is 1 + 1?' }]

  it('is read by its predictions', async () => {
    const path = file(
      'gsm8k.json',
      json({
        '0': { origin_prompt: prompt, prediction: 'It is 2', gold: '2' },
        '1': { origin_prompt: 'Plain?', prediction: 'It is 3', gold: ['3'] },
      }),
    )
    expect(await samplesOf(path)).toMatchObject([
      { id: '0', question: 'What is 1 + 1?', answer: '2', samples: [{ text: 'It is 2' }] },
      { id: '1', question: 'Plain?', answer: '3' },
    ])
  })

  it('is read by the details of its results, with the grades', async () => {
    const details = {
      type: 'GEN',
      '0': { prompt, origin_prediction: 'It is 2', predictions: '2', references: '2', correct: true },
      '1': { prompt, origin_prediction: 'It is 3', predictions: '3', references: '2', correct: [false] },
    }
    const log = file('results.json', json({ accuracy: 50, details }))
    expect(await samplesOf(log)).toMatchObject([
      { samples: [{ text: 'It is 2', grade: 1 }] },
      { samples: [{ grade: 0 }] },
    ])
  })
})

it('lighteval’s details are read, with every response of a question', async () => {
  const docs = [
    { id: '0', query: 'Six?', choices: ['6'], gold_index: [0] },
    { id: '1', query: 'Which?', choices: ['A', 'B', 'C', 'D'], gold_index: 2 },
  ]
  const responses = docs.map(({ id }) => ({
    text: [`${id} so 6`, 'so C'],
    text_post_processed: null,
    output_tokens: [[1, 2, 3], [4]],
  }))
  const columnData = [
    { name: 'doc', data: docs, type: 'JSON' as const },
    { name: 'model_response', data: responses, type: 'JSON' as const },
    { name: 'metric', data: docs.map(() => ({ 'pass@k': 1 })), type: 'JSON' as const },
  ]
  const log = file('details_gsm8k|0.parquet', Buffer.from(parquetWriteBuffer({ columnData })))
  expect(await samplesOf(log)).toMatchObject([
    {
      id: '0',
      question: 'Six?',
      answer: '6',
      samples: [{ text: '0 so 6', completionTokens: 3 }, { completionTokens: 1 }],
    },
    { id: '1', answer: 'C', samples: [{}, { text: 'so C' }] },
  ])
})

const html = (right: string, said: string, score: number) =>
  `<h3>Results</h3>\n<p>Correct Answer: ${right}</p>\n<p>Extracted Answer: ${said}</p>\n<p>Score: ${score}</p>\n`
const convo = (question: string, said: string) => [
  { role: 'user', content: question },
  { role: 'assistant', content: said },
]

it('simple-evals’ results are read, repeats of a prompt together', async () => {
  const log = file(
    'math_gpt_allresults.json',
    json({
      score: 0.5,
      metrics: {},
      htmls: [html('x &lt; 2', 'x &lt; 2', 1), html('x &lt; 2', 'None', 0), html('5', '5', 1)],
      convos: [convo('Solve', 'Answer: x < 2'), convo('Solve', 'Hm.'), convo('Five?', 'Answer: 5')],
      metadata: null,
    }),
  )
  const read = await samplesOf(log)
  expect(read).toMatchObject([
    { question: 'Solve', answer: 'x < 2', samples: [{ text: 'Answer: x < 2', answer: 'x < 2', grade: 1 }] },
    { samples: [{ answer: 'None', grade: 0 }] },
    { question: 'Five?', answer: '5' },
  ])
  expect(read[0]?.id).toBe(read[1]?.id)
  expect(read[0]?.id).not.toBe(read[2]?.id)
})

describe('any other log', () => {
  const fields = { question: 'ask', answer: 'gold', text: 'said', grade: 'ok' }
  const read = [
    { question: { question: 'Two?', answer: '2' }, samples: [{ text: 'so 2', grade: 1 }] },
    { question: { question: 'Three; no?', answer: '3' }, samples: [{ text: 'so "4"', grade: 0 }] },
  ]
  const rows = [
    { ask: 'Two?', gold: '2', said: 'so 2', ok: 'True' },
    { ask: 'Three; no?', gold: '3', said: 'so "4"', ok: 'False' },
  ]
  const table = (mark: string) =>
    [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
      .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(mark))
      .join('\r\n')

  it.each([
    ['runs.jsonl', () => rows],
    ['runs.jsonl.gz', () => gzipSync(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))],
    ['runs.json', () => json(rows)],
    ['runs.csv', () => table(',')],
    ['semicolons.csv', () => `\uFEFF${table(';')}`],
    ['runs.tsv', () => table('\t')],
    ['bars.csv', () => table('|')],
    [
      'runs.parquet',
      () =>
        Buffer.from(
          parquetWriteBuffer({
            columnData: (['ask', 'gold', 'said', 'ok'] as const).map((name) => ({
              name,
              data: rows.map((row) => row[name]),
            })),
          }),
        ),
    ],
  ] as const)('%s is read by a map', async (name, write) => {
    expect(await entries([file(name, write() as string)], { fields })).toMatchObject(read)
  })

  it('the CSV that the documents show is read by their map, its rows of a question together', async () => {
    const page = readFileSync(new URL('../../../../docs/for-researchers.md', import.meta.url), 'utf8')
    const [, map = '', columns = ''] = /^cges replay runs\.csv --map "([^"]+)" +# CSV: (\S+), /mu.exec(page) ?? []
    const log = file('runs.csv', `${columns}\na,Two?,2,so 2\na,Two?,2,so 3\nb,Three?,3,so 3\n`)
    const named = parseLogMap(map)
    expect(await entries([log], { fields: named.ok ? named.fields : {} })).toMatchObject([
      { question: { id: 'a', question: 'Two?', answer: '2' }, samples: [{ text: 'so 2' }] },
      { question: { id: 'a' }, samples: [{ text: 'so 3' }] },
      { question: { id: 'b', question: 'Three?', answer: '3' }, samples: [{ text: 'so 3' }] },
    ])
  })

  it('without a map names the fields found, and the --map to give', async () => {
    await expect(items([file('other.jsonl', [{ prompt: 'p', gold: 1, outputs: ['a'] }])])).rejects.toThrow(
      `line 1: this row matches no known log format; found the fields "prompt" (text), "gold" (number), "outputs" (a list of 1). Name what they hold: --map 'question=prompt,answer=gold,text=outputs'`,
    )
  })

  it('that is one JSON object is told apart from rows', async () => {
    await expect(items([file('one.json', json({ a: 1 }))])).rejects.toThrow('is one JSON object and no list of rows')
    await expect(items([file('cut.json', '[{"a": 1}, {"b"')])).rejects.toThrow(
      'cut.json is not JSON: it ends in the middle',
    )
  })

  it('whose rows lack what the map names says where', async () => {
    const log = file('lacks.jsonl', [rows[0] ?? {}, { ask: 'x', gold: '1', said: ['a', 'b'], ok: [true] }])
    expect((await items([log], { fields })).at(1)).toEqual({
      kind: 'problem',
      place: `${log}, line 2`,
      problem: 'grade: --map names 1 values, and the row has 2 samples: there must be one for each',
    })
  })
})

it('takes grades that --map names in place of a known log’s own', async () => {
  const sample = { id: 1, epoch: 1, input: 'Q', target: '4', output: { choices: [{ message: { content: '4' } }] } }
  const scores = { first: { value: Number.NaN, answer: '4' }, judge: { value: { acc: 0.75 } } }
  const text = json({ version: 2, samples: [{ ...sample, scores }] }).replace('"value": null', '"value": NaN')
  const log = file('inspect.json', text)
  expect(await entries([log])).toMatchObject([{ samples: [{ answer: '4', grade: null }] }])
  expect(await entries([log], { fields: { grade: 'scores.judge.value.acc' } })).toMatchObject([
    { samples: [{ grade: 0.75 }] },
  ])
})
