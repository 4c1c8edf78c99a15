import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

const CLI = fileURLToPath(new URL('../../../apps/cli/bundle/main.js', import.meta.url))
const SC = ['--methods', 'sc', '--budget', '4', '--in-order']

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cges-wall-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(...args: string[]): { out: string; err: string; code: number | null } {
  const { stdout, stderr, status } = spawnSync(process.execPath, [CLI, ...args], { encoding: 'utf8' })
  return { out: stdout, err: stderr, code: status }
}

function rows(name: string, each: readonly object[]): string {
  const path = join(folder, name)
  writeFileSync(path, each.map((row) => `${JSON.stringify(row)}\n`).join(''))
  return path
}

interface Sample {
  readonly answer?: string | null
  readonly text?: string
  readonly correct?: boolean
}

/** A recording of so many questions with the same samples, four of each. */
function recording(name: string, answers: readonly string[], sampleOf: (answer: string) => Sample): string {
  return rows(
    name,
    answers.map((answer, n) => ({
      question_id: `q${n}`,
      answer,
      samples: Array.from({ length: 4 }, () => sampleOf(answer)),
    })),
  )
}

const words = ['yajo', 'ruku', 'Paris', 'pelo', 'mira']
const numbers = ['12', '7', '230', '18', '1/2']

it('reads an Inspect log whose scorer wrote the whole completion as the answer, and agrees with its grades', () => {
  const samples = numbers.flatMap((target, n) =>
    [1, 2, 3, 4].map((epoch) => {
      const text = `Step 1 of 3: the box holds some.\n\nSo I get \\boxed{${epoch === 4 ? '99' : target}}.`
      return {
        id: `q${n}`,
        epoch,
        input: `Question ${n}`,
        target,
        output: { choices: [{ message: { role: 'assistant', content: text }, stop_reason: 'stop' }] },
        scores: { includes: { value: epoch === 4 ? 'I' : 'C', answer: text.toLowerCase() } },
      }
    }),
  )
  const path = join(folder, 'includes.json')
  writeFileSync(path, JSON.stringify({ version: 2, status: 'success', eval: { model: 'm' }, samples }))
  const { out, err, code } = run('replay', path, ...SC, '--json')
  expect(code, err).toBe(0)
  expect(err).toContain('kind math: all 5 reference answers are numbers or formulas')
  expect(JSON.parse(out)).toMatchObject({
    kind: 'math',
    digest: null,
    reading: {
      samples: 20,
      graded: 20,
      agreed: 20,
      gradedRight: 15,
      logRight: 15,
      tiers: [{ tier: 'marked', answers: 20, right: 15 }],
    },
    methods: [{ accuracy: { mean: 1 } }],
  })
  // Believing the log's answers is what gave nothing but zeros.
  const believed = run('replay', path, ...SC, '--answers', 'log')
  expect(believed.code).toBe(1)
  expect(believed.err).toMatch(/stopped: our grade and the log’s agree on 25\.0 % of 20 samples/u)
  expect(believed.err).toMatch(/likely: --answers text;.*\n\s+--answers text: agreement 100\.0 %, 75\.0 % right/u)
})

it('shows its figures before the table, each tier with its accuracy', () => {
  const path = recording('told.jsonl', numbers, (answer) => ({ text: `The answer is ${answer}.`, correct: true }))
  const { err, code } = run('replay', path, ...SC)
  expect(code, err).toBe(0)
  expect(err).toContain('read as math: 20 samples, 0.0 % of them without an answer')
  expect(err).toContain('stated in words 100.0 % (100.0 % of these right); answers stated in words: English 20')
  expect(err).toContain('right: 100.0 % by our grades, 100.0 % by the log’s; they agree on 100.0 % of the 20 samples')
  expect(err).toContain('texts repeated within a question: 75.0 % of texts')
})

it('stops where nothing was read, names what would be, and goes on only where told to', () => {
  const path = recording('unread.jsonl', words, (answer) => ({ answer: null, text: `The answer is ${answer}.` }))
  const { out, err, code } = run('replay', path, ...SC)
  expect([code, out]).toEqual([1, ''])
  expect(err).toContain('the log has no grades\n')
  expect(err).not.toContain('--grades recorded')
  expect(err).toContain('stopped: nothing was read in 100.0 % of 20 responses')
  expect(err).toMatch(/likely: --answers text;.*\n\s+--answers text: 100\.0 % right, nothing read in 0\.0 %/u)
  expect(run('replay', path, ...SC, '--answers', 'text').code).toBe(0)
  const anyway = run('replay', path, ...SC, '--anyway')
  expect(anyway.code).toBe(0)
  expect(anyway.out).toMatch(/sc@4 +0\.0/u)
  const json = JSON.parse(run('replay', path, ...SC, '--json').out)
  expect(json).toMatchObject({
    kind: 'text',
    reading: { unread: 20 },
    stopped: expect.stringContaining('--answers text'),
  })
  expect(json).not.toHaveProperty('methods')
})

const abstaining = (n: number) => ({
  doc_id: n,
  doc: {},
  target: '12',
  arguments: {},
  resps: [['no idea', 'no idea', 'no idea', '#### 12', '#### 12']],
  filtered_resps: ['[invalid]', '[invalid]', '[invalid]', '12', '12'],
  filter: 'strict-match',
  metrics: ['exact_match'],
  exact_match: 1,
})

it('suggests nothing that makes votes of abstentions, and says how to go on', () => {
  const path = rows('samples_abstaining.jsonl', [0, 1, 2, 3].map(abstaining))
  const { err, code } = run('replay', path)
  expect(code).toBe(1)
  expect(err).toContain('one answer a question: 100.0 % of 4 right; of our votes 100.0 %\n')
  expect(err).not.toContain('likely')
  expect(err).toContain('the log’s own program found no answer there either; each costs a call and does not vote')
  expect(err).toContain(
    'no other --answers or --kind does better (now 40.0 % right, the vote agrees with the log on 100.0 % of 4',
  )
  expect(err).toContain(`to go on anyway: cges replay ${path} --anyway\n`)
  expect(run('replay', path, '--anyway').out).toMatch(/^sc@5 +100\.0/mu)
})

it('names all that is wrong at once, with one command that goes on', () => {
  const path = recording('both.jsonl', words, (answer) =>
    answer === 'mira' || answer === 'pelo' ? { answer: null, correct: false } : { answer: '4*6', correct: true },
  )
  const { err } = run('replay', path, '--methods', 'sc;asc-beta', '--kind', 'text')
  expect(err).toMatch(
    /stopped: our grade and the log’s agree on 40\.0 % of 20 samples, .*; nothing was read in 40\.0 % of 20/u,
  )
  const command = `replay ${path} --methods 'sc;asc-beta' --kind text --grades recorded --anyway`
  expect(err).toContain(`to count the log’s own grades: cges ${command}\n`)
  expect(run(...command.replaceAll("'", '').split(' ')).code).toBe(0)
})

it('stops before anything is imported, and before γ is tuned', () => {
  const path = recording('wrong.jsonl', numbers, (answer) => ({ answer, correct: false }))
  for (const args of [
    ['import', path, '--api', 'http://127.0.0.1:9'],
    ['tune', path, '--slice', '2'],
  ]) {
    const { err, code } = run(...args)
    expect(code).toBe(1)
    expect(err).toContain('stopped: our grade and the log’s agree on 0.0 % of 20 samples, expected at least 95.0 %')
  }
  expect(run('replay', path, ...SC, '--grades', 'recorded').code).toBe(0)
})

it('names the kind that would agree', () => {
  const dates = ['2019-11-12', '2020-01-02', '2021-03-04']
  const path = recording('dates.jsonl', dates, (answer) => ({
    answer: `${answer.slice(5, 7)}/${answer.slice(8)}/${answer.slice(0, 4)}`,
    correct: true,
  }))
  expect(run('replay', path, ...SC).err).toContain('kind date: all 3 reference answers are dates')
  const { err, code } = run('replay', path, ...SC, '--kind', 'text')
  expect(code).toBe(1)
  expect(err).toMatch(/likely: --kind date;.*\n\s+--kind date: agreement 100\.0 %/u)
})

it('asks for the kind where the answers are of several, or none are told', () => {
  const mixed = recording('mixed.jsonl', [...words, ...numbers], (answer) => ({ answer }))
  const { err, code } = run('replay', mixed, ...SC)
  expect(code).toBe(1)
  expect(err).toContain('not clear: of 10 reference answers 5 are numbers or formulas, 5 are words. Try --kind math')
  expect(run('replay', mixed, ...SC, '--kind', 'text').code).toBe(0)
  const untold = rows('untold.jsonl', [{ question_id: 'q', samples: [{ text: 'so 4', correct: true }] }])
  expect(run('replay', untold, ...SC).err).toContain('the log has no reference answers')
})

function samplesEach(count: number): string {
  const samples = (answer: string) => Array.from({ length: count }, () => ({ answer }))
  const questions = numbers.map((answer, at) => ({ question_id: `q${at}`, answer, samples: samples(answer) }))
  return rows(`${count}.jsonl`, questions)
}

it('runs the usual methods where none are named, with as many samples as there are, and says where that is one', () => {
  expect(run('replay', samplesEach(1)).err).toContain('has 1 sample, and a vote needs two or more')
  const { out, code } = run('replay', samplesEach(2))
  expect(code).toBe(0)
  expect(out).toMatch(/^sc@2 .*\nesc:window=2@2 .*\nasc-beta@2 /mu)
  expect(out).not.toContain('cges')
  expect(run('replay').err).toContain('name a file with samples, or use --demo')
})

it('gives named methods, own rules and tune as many samples as there are, and refuses a larger --budget', () => {
  const seven = samplesEach(7)
  const own = join(folder, 'first.mjs')
  writeFileSync(own, 'export default (votes) => ({ calls: votes.length, answer: votes[0].answer })')
  const { out, code, err } = run('replay', seven, '--methods', 'sc;asc-beta', '--method-file', own)
  expect(code, err).toBe(0)
  expect(out).toMatch(/^sc@7 .*\nasc-beta@7 .*\nown: \S+ +100\.0 ± 0\.0 +7\.00/mu)
  const signals = rows(
    'sure.jsonl',
    ['1', '2', '3', '4'].map((answer) => ({
      question_id: answer,
      answer,
      samples: ['1', '2', '3'].map((given) => ({ answer: given, confidence: given === answer ? 0.9 : 0.4 })),
    })),
  )
  expect(run('tune', signals, '--slice', '2').out).toContain('calls of 3, ')
  const refusal = `--budget is 9, but question q0 has 7 samples, the fewest of this log. Set it to 7 or less, or leave it out`
  for (const args of [
    ['replay', seven, '--methods', 'sc', '--budget', '9'],
    ['replay', seven, '--budget', '9'],
    ['replay', seven, '--method-file', own, '--budget', '9'],
    ['tune', seven, '--slice', '2', '--budget', '9'],
  ])
    expect(run(...args)).toMatchObject({ code: 1, err: expect.stringContaining(refusal) as string })
})

it('has an exit code of its own where a method that was named cannot run', () => {
  const bare = samplesEach(3)
  expect(run('replay', bare, '--methods', 'sc;cges').code).toBe(5)
  expect(run('replay', bare, '--methods', 'sc').code).toBe(0)
  expect(run('replay', bare, '--methods', 'cges').code).toBe(1)
})

it('says in one sentence that there is nothing to tune, and what can be done', () => {
  const bare = samplesEach(3)
  const { err, code } = run('tune', bare, '--slice', '2')
  expect(code).toBe(1)
  expect(err.split('\n').slice(-3)).toEqual([
    'nothing to tune: cges tune chooses γ for CGES, which needs log-probabilities, a confidence or a reward with every answer',
    `  methods that need none, and their best thresholds: cges replay ${bare} --methods "sc;esc;asc-beta" --sweep`,
    '',
  ])
  const rewarded = rows(
    'rewarded.jsonl',
    ['1', '2', '3', '4'].map((answer) => ({
      question_id: answer,
      answer,
      samples: ['1', '2', '3'].map((given) => ({ answer: given, reward: given === answer ? 4 : -1 })),
    })),
  )
  const command = / {2}to tune it: cges (.*)\n/u.exec(run('tune', rewarded, '--slice', '2').err)?.[1] ?? ''
  expect(command).toMatch(/^tune \S+ --slice 2 --reward-map logistic:/u)
  expect(run(...command.split(' ')).out).toContain('rm: ')
})

it('says where a filter has no rows', () => {
  const harness = { doc_id: 0, doc: {}, target: '1', arguments: {}, resps: [['1']], filtered_resps: ['1'], filter: 'a' }
  const { err } = run('replay', rows('filters.jsonl', [harness]), ...SC, '--filter', 'b')
  expect(err).toContain('it contains no samples; 1 rows of the filter a were passed over')
})

it('refuses a description that it cannot read, by its line', () => {
  const path = rows('odd.jsonl', [
    { cges: { kind: 'number' } },
    { question_id: 'q', answer: '1', samples: [{ answer: '1' }] },
  ])
  const { err, code } = run('replay', path, ...SC)
  expect(code).toBe(1)
  expect(err).toMatch(/odd\.jsonl, line 1: cges\./u)
})
