import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

const CLI = fileURLToPath(new URL('../../../apps/cli/bundle/main.js', import.meta.url))
/** Nobody listens there. */
const NO_API = ['--api', 'http://127.0.0.1:9']

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cges-offline-logs-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(args: readonly string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [CLI, ...args], { encoding: 'utf8' })
  return { out: stdout, err: stderr, code: status }
}

const row = (id: number, texts: readonly unknown[], filter = 'none') => ({
  doc_id: id,
  doc: { question: `What is ${id}?` },
  target: `${id}`,
  arguments: { gen_args_0: { arg_0: 'p', arg_1: {} } },
  resps: [texts],
  filtered_resps: [texts[0]],
  filter,
})

function log(name: string, rows: readonly object[]): string {
  const path = join(folder, name)
  writeFileSync(path, rows.map((each) => `${JSON.stringify(each)}\n`).join(''))
  return path
}

const texts = (answer: number) => [answer, answer, 8, answer].map((each) => `\\boxed{${each}}`)

it('replays a log of another program, counting the samples of one filter once', () => {
  const rows = [1, 2].flatMap((id) => ['none', 'again'].map((filter) => row(id, texts(id), filter)))
  const { out, err, code } = run([
    'replay',
    log('samples.jsonl', rows),
    '--methods',
    'sc;asc-beta',
    '--budget',
    '4',
    '--in-order',
    '--json',
  ])
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    questions: 2,
    samples: 8,
    methods: [{ accuracy: { mean: 1 }, calls: { mean: 4 } }, {}],
  })
  expect(err).toContain('2 rows of the filter again left out')
  expect(err).toContain('no log-probabilities')
})

it.each([
  ['copies', 'The same long answer, word for word, over and over:', ', so calls saved on this log mean nothing'],
  ['short copies', '', '; if these are copies, calls saved on this log mean nothing'],
])('warns of %s below the table too, which may be all that is kept', (name, text, doubt) => {
  const rows = [1, 2].map((id) => row(id, Array(4).fill(`${text}\\boxed{${id}}`)))
  const { out, err, code } = run(['replay', log(`${name}.jsonl`, rows), '--in-order'])
  expect(code).toBe(0)
  expect(err).toContain('on 2 of 2 questions all samples have the same text')
  expect(out).toMatch(
    new RegExp(`saved[\\s\\S]*\\n\\nwarning: on 2 of 2 questions all samples have the same text${doubt}\\n$`, 'u'),
  )
  expect(
    run([
      'replay',
      log(
        'differ.jsonl',
        [1, 2].map((id) => row(id, texts(id))),
      ),
      '--in-order',
    ]).out,
  ).not.toContain('warning')
})

/** Figures whatever field a confidence was in: written again, a confidence of its own is a signal. */
const anySource = (given: unknown) =>
  JSON.stringify(given)
    .replaceAll(/"source":"[^"]*"/gu, '"source":""')
    .replaceAll('"label":"cges:confidence=mapped,', '"label":"cges:confidence=lns-arith,')

it.each([
  [
    'lm-eval',
    () =>
      log(
        'whole.jsonl',
        [1, 2, 3].map((id) => row(id, texts(id))),
      ),
  ],
  [
    'a recording',
    () =>
      log(
        'recorded.jsonl',
        ['1/2', '3'].map((answer) => ({
          question_id: answer,
          model: 'counter-1',
          answer,
          samples: [answer, '0.5', '7', answer, '9', null].map((given, at) => ({
            text: `say ${given}`,
            answer: given,
            confidence: 0.4 + at / 10,
            completion_tokens: at,
            partials: [{ tokens: 1, answer: given }],
            finish_reason: at === 2 ? 'length' : 'stop',
          })),
        })),
      ),
  ],
])('writes %s as it was read, and reads that alike', (_, path) => {
  const figures = (file: string) => {
    const { out, err, code } = run(['replay', file, '--seeds', '3', '--json'])
    expect(code, err).toBe(0)
    const { methods, signals, input } = JSON.parse(out) as Record<string, unknown>
    return { methods, signals, input }
  }
  const whole = path()
  const { out, code, err } = run(['replay', whole, '--as-read'])
  expect(code, err).toBe(0)
  const named = readFileSync(whole, 'utf8').includes('"model":"counter-1"')
  expect(out.includes('"model":"counter-1"')).toBe(named)
  const again = join(folder, 'again.jsonl')
  writeFileSync(again, out)
  const first = figures(whole)
  expect(anySource(figures(again))).toBe(anySource(first))
  expect(out).toContain('"correct":true')
})

it('imports nothing of a log in which a row is wrong, and names its line and field', () => {
  const path = log('wrong.jsonl', [row(1, ['\\boxed{1}']), row(2, [7])])
  const { err, code } = run(['import', path, ...NO_API])
  expect(code).toBe(1)
  expect(err).toContain(`nothing was imported:\n${path}, line 2: resps[0][0]: must be text`)
  const unanswered = log('unanswered.jsonl', [{ ...row(1, ['\\boxed{1}']), target: null }])
  expect(run(['import', unanswered, ...NO_API]).err).toContain('--map answer=')
})

it('says that no fleet is there, once the log is found to be right', () => {
  const { err, code } = run(['import', log('right.jsonl', [row(1, ['\\boxed{1}'])]), ...NO_API])
  expect(code).toBe(1)
  expect(err).toContain('No API answers')
})
