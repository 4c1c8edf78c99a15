import { expect, it } from 'vitest'
import { openLog } from '../logs/open-log.js'
import { readingLines } from '../logs/reading-report.js'
import { logFolder, writeZip } from '../logs/testing/log-files.js'
import { loadRecordings } from './load-recordings.js'

const file = logFolder()

const epochs = (id: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id,
    epoch: at + 1,
    input: `Question ${id}`,
    target: '4',
    output: { choices: [{ message: { content: `${at + 1}: ANSWER: 4` }, stop_reason: 'stop' }] },
    scores: { match: { value: 'C', answer: '4' } },
  }))

const stops = (method: string | null) => ({
  early_stopping: {
    manager: 'its own',
    early_stops: ['a', 'b'].map((id) => ({
      id,
      epoch: 3,
      reason: 'threshold',
      metadata: method === null ? null : { cges: { method, calls: 2, answer: '4' } },
    })),
  },
})

const log = (changes: object, counts: readonly number[] = [2, 3, 8]) => ({
  version: 2,
  status: 'success',
  eval: { model: 'm', config: { epochs: 8 } },
  ...changes,
  samples: counts.flatMap((count, at) => epochs('abcdefgh'.charAt(at), count)),
})

async function read(path: string, taken?: Parameters<typeof loadRecordings>[2]) {
  const { recordings, warnings } = await loadRecordings(await openLog([path], { map: {} }), [], taken)
  return {
    sizes: recordings.map(({ samples }) => samples.length),
    warnings: warnings.filter((each) => !each.includes('log-probabilities')),
  }
}

it('takes of a log that a rule cut as many first samples as every question has, and says why', async () => {
  const path = file('cut.json', JSON.stringify(log({ results: stops('asc-beta:threshold=0.9@8') })))
  const { sizes, warnings } = await read(path)
  expect(sizes).toEqual([2, 2, 2])
  expect(warnings).toEqual([
    'the rule asc-beta:threshold=0.9@8 ended 2 of 3 questions while this log was made: questions have 2 to 8 samples, of 8 planned',
    expect.stringMatching(
      /^methods are compared on the first 2 samples of each question, which the rule did not choose\./u,
    ),
  ])
  expect((await read(path, { first: 1 })).sizes).toEqual([1, 1, 1])
  expect(await read(path, { asRead: true })).toEqual({ sizes: [2, 3, 8], warnings: warnings.slice(0, 1) })
})

it('says the same where every question was ended alike, and by what other program', async () => {
  const archive = writeZip([
    ...epochs('a', 2).map((one) => ({ name: `samples/a_epoch_${one.epoch}.json`, text: JSON.stringify(one) })),
    ...epochs('b', 2).map((one) => ({ name: `samples/b_epoch_${one.epoch}.json`, text: JSON.stringify(one) })),
    { name: 'header.json', text: JSON.stringify({ ...log({ results: stops(null) }), samples: undefined }) },
  ])
  const { warnings } = await read(file('alike.eval', archive))
  expect(warnings[0]).toBe(
    'the rule its own ended 2 of 2 questions while this log was made: questions have 2 samples, of 8 planned',
  )
  expect(warnings).toHaveLength(2)
})

it('warns where questions have unlike many samples and nobody says why', async () => {
  const { sizes, warnings } = await read(file('uneven.json', JSON.stringify(log({}))))
  expect(sizes).toEqual([2, 3, 8])
  expect(warnings[0]).toBe('questions have 2 to 8 samples')
  expect(warnings[1]).toMatch(/^if a rule ended the shorter questions early, add --first 2:/u)
  expect((await read(file('even.json', JSON.stringify(log({}, [4, 4]))))).warnings).toEqual([])
})

it.each([
  ['error', { message: 'RuntimeError("disk full")' }, 'failed ("RuntimeError(\\"disk full\\")")'],
  ['cancelled', null, 'was cancelled'],
  ['started', null, 'has not ended, or was killed'],
] as const)('says that a run has the status %s', async (status, error, said) => {
  const path = file(`${status}.json`, JSON.stringify(log({ status, error }, [4, 4])))
  expect((await read(path)).warnings).toEqual([
    `the run that made this log ${said}, so samples are missing, perhaps those of hard questions`,
  ])
})

it('takes an archive without its header for a run that has not ended', async () => {
  const members = epochs('a', 2).map((one) => ({
    name: `samples/a_epoch_${one.epoch}.json`,
    text: JSON.stringify(one),
  }))
  const start = { name: '_journal/start.json', text: JSON.stringify({ version: 2, eval: { model: 'm' } }) }
  expect((await read(file('killed.eval', writeZip([start, ...members])))).warnings.join()).toContain('or was killed')
})

const lmEvalRow = (id: number, filter: string, grade: number) => ({
  doc_id: id,
  doc: {},
  target: '7',
  arguments: {},
  resps: [['so \\boxed{7}', 'so \\boxed{8}']],
  filtered_resps: ['7'],
  filter,
  metrics: ['exact_match'],
  exact_match: grade,
})

const gradedSample = (answer: string, status: string) => ({ answer, correct: answer === '4', status })

it('says which samples its shares of right ones are of, and how many have no answer although they were not cut', async () => {
  const samples = [gradedSample('4', 'completed'), gradedSample('5', 'completed'), gradedSample('4', 'truncated')]
  const unread = { text: 'I give up', status: 'completed' }
  const rows = ['a', 'b'].map((id) => ({
    question_id: id,
    answer: '4',
    samples: id === 'a' ? samples : [...samples, unread],
  }))
  const opened = await openLog([file('cut-graded.jsonl', rows)], { map: {} })
  const { counts } = await loadRecordings(opened)
  const [how, right] = readingLines(counts, opened.rules).slice(-2)
  expect(how).toMatch(/\. 1 response has no answer and is not marked as cut by a limit$/u)
  expect(right).toBe(
    '  right, of 4 samples (2 cut ones left out): 50.0 % by our grades, 50.0 % by the log’s; they agree on 100.0 %',
  )
})

it('says that lm-eval graded one answer a question and no samples, not that it has no grades', async () => {
  const path = file('samples_tins_2026.jsonl', [
    lmEvalRow(0, 'vote', 1),
    lmEvalRow(0, 'first', 0),
    lmEvalRow(1, 'vote', 0),
  ])
  const opened = await openLog([path], { map: {} })
  const { counts } = await loadRecordings(opened)
  expect(readingLines(counts, opened.rules).at(-1)).toBe(
    '  right: 50.0 % of samples by our grades; the log grades no samples but one answer a question: 50.0 % of 2 right; of our votes 100.0 %',
  )
})
