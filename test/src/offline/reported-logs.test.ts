import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const CLI = fileURLToPath(new URL('../../../apps/cli/bundle/main.js', import.meta.url))
const INPUTS = fileURLToPath(new URL('../../src/offline/reported-logs/inputs', import.meta.url))

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cges-reported-logs-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What people see of a replay: its table and everything that is told, and its exit status. */
function replay(files: readonly string[], args: string) {
  const flags = args.split(' ').filter((each) => each !== '')
  const { stdout, stderr, status } = spawnSync(process.execPath, [CLI, 'replay', ...files, ...flags], {
    encoding: 'utf8',
  })
  return { out: stdout, printed: `${stderr}${stdout}`, code: status }
}

const accuracyOf = (out: string, method: string): number =>
  Number(new RegExp(`^${method} +(\\d+\\.\\d)`, 'mu').exec(out)?.[1] ?? Number.NaN)

const input = (name: string): string => join(INPUTS, name)
const runs = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, seed) => input(`${name}${seed}.jsonl`))

/** Cases from public reports on other programs, by what each program got wrong. */
const GRADED: readonly (readonly [string, readonly string[], string, string, number | readonly [number, number]])[] = [
  [
    'a tie is worth what chance makes of it',
    [input('tie_wrongfirst.jsonl')],
    '--methods sc@8 --seeds 200',
    'sc@8',
    [47, 53],
  ],
  [
    '… whatever the order of the samples',
    [input('tie_rightfirst.jsonl')],
    '--methods sc@8 --seeds 200',
    'sc@8',
    [47, 53],
  ],
  ['… and of the questions', [input('tie_blocks.jsonl')], '--methods sc@8 --seeds 200', 'sc@8', [47, 53]],
  ['no answer never wins a vote', [input('none.jsonl')], '--anyway --methods sc@8', 'sc@8', 100],
  [
    '[invalid] of a filter is no answer',
    [input('samples_inv_2026-01-21T03-44-18.458309.jsonl')],
    '--methods sc@5 --anyway',
    'sc@5',
    100,
  ],
  [
    'an answer graded both ways counts by its mean',
    [input('judgeflip.jsonl')],
    '--grades recorded --methods sc@4',
    'sc@4',
    66.7,
  ],
  [
    'no answer is never right, even if it is graded so',
    [input('noanswer_correct.jsonl')],
    '--grades recorded --methods sc@2 --anyway',
    'sc@2',
    50,
  ],
  ['fractional grades are averaged', [input('fraction.json')], '--grades recorded --methods sc@4', 'sc@4', 65],
  [
    'several files are several samples of the same problems, and "None" in most of them wins no vote',
    runs('output-rs', 8),
    '--methods sc@8 --anyway',
    'sc@8',
    100,
  ],
]

describe('a replay gives the right value', () => {
  it.each(GRADED.map(([name, ...rest]) => ({ name, rest })))('$name', ({ rest: [files, args, method, wanted] }) => {
    const { out, printed, code } = replay(files, args)
    expect(code, printed).toBe(0)
    const accuracy = accuracyOf(out, method)
    const [low, high] = typeof wanted === 'number' ? [wanted, wanted] : wanted
    expect(accuracy, printed).toBeGreaterThanOrEqual(low)
    expect(accuracy, printed).toBeLessThanOrEqual(high)
  })

  it('blank and placeholder answers win no vote, and are counted', () => {
    const { printed } = replay([input('none_words.jsonl')], '--methods sc@8 --anyway')
    expect(printed).toMatch(/in 55 samples the log has a blank, or a word such as None/u)
    // A number, and a sentence of the model’s, are answers.
    expect(accuracyOf(printed, 'sc@8')).toBeCloseTo((100 * 11) / 13, 1)
  })

  it('no answers in more than a fifth of the samples stop it, unless it is told to go on', () => {
    const { printed, code } = replay([input('none.jsonl')], '--methods sc@8')
    expect(code).toBe(1)
    expect(printed).toContain('nothing was read in 62.5 % of 80 responses')
  })
})

const REPORTED: readonly (readonly [string, readonly string[], string, number, RegExp])[] = [
  [
    'ids that are 1 here and "1" there are refused',
    [input('idtype.jsonl')],
    '--methods sc@2',
    1,
    /line 2: the question id 1 is text here and a number at .*line 1/u,
  ],
  [
    'two questions with one id are refused',
    [input('dup2.jsonl')],
    '--methods sc@2',
    1,
    /line 2: question "q0" was another one at/u,
  ],
  [
    'files of two tasks that share ids are refused',
    ['samples_taskA_2026-01-21T03-44-18.458309.jsonl', 'samples_taskB_2026-01-21T03-44-18.458309.jsonl'].map(input),
    '--methods sc@4',
    1,
    /question "0" was another one at .*taskA.*: read the logs of each task on their own/u,
  ],
  [
    'samples that are copies are told',
    [input('copies.jsonl')],
    '--methods sc@8',
    0,
    /texts repeated within a question: 87\.5 %/u,
  ],
  [
    'questions with unlike many samples are told',
    [input('ragged.jsonl')],
    '',
    0,
    /questions have 3 to 8 samples[\s\S]*sc@3/u,
  ],
  [
    'fractional grades do not pass for agreement',
    [input('fraction.json')],
    '--methods sc@4',
    1,
    /stopped: our grade and the log’s agree on 0\.0 % of 12 samples[\s\S]*--grades recorded/u,
  ],
  [
    'answers graded both ways are told',
    [input('judgeflip.jsonl')],
    '--grades recorded --methods sc@4',
    0,
    /6 answers are graded in more than one way, such as "42" of question "q0" \(right in 2 of 3 samples\)/u,
  ],
]

it.each(REPORTED.map(([name, ...rest]) => ({ name, rest })))('$name', ({ rest: [files, args, status, message] }) => {
  const { printed, code } = replay(files, args)
  expect(printed).toMatch(message)
  expect(code, printed).toBe(status)
})

function log(name: string, content: string | Buffer | readonly object[]): string {
  const path = join(folder, name)
  const isPlain = typeof content === 'string' || Buffer.isBuffer(content)
  writeFileSync(path, isPlain ? content : content.map((row) => `${JSON.stringify(row)}\n`).join(''))
  return path
}

/** An Inspect log of one sample a question, each with a score as Python writes it. */
function inspectLog(
  name: string,
  samples: readonly { readonly said: string; readonly target: string; readonly score: string }[],
): string {
  const all = samples.map(
    ({ said, target, score }, id) =>
      `{"id": ${id}, "epoch": 1, "input": "Question ${id}", "target": ${JSON.stringify(target)}, "output": {"model": "m", "choices": [{"message": {"role": "assistant", "content": ${JSON.stringify(said)}}, "stop_reason": "stop"}]}, "scores": {"judge": {"value": ${score}, "answer": ${JSON.stringify(said)}}}}`,
  )
  return log(name, `{"version": 2, "status": "success", "eval": {"model": "m"}, "samples": [${all.join(', ')}]}`)
}

describe('logs of the forms that other programs publish', () => {
  it('a single fractional grade of Inspect is the accuracy that is recorded', () => {
    const path = inspectLog('partial.json', [{ said: 'exploit', target: 'the secret', score: '0.65' }])
    const { out, printed } = replay([path], '--grades recorded --methods sc@1 --anyway')
    expect(accuracyOf(out, 'sc@1'), printed).toBe(65)
    expect(printed).toContain('1 answer is graded between right and wrong')
  })

  it('NaN scores of Inspect leave the rest of the log readable, and are no grades', () => {
    const scores = ['NaN', '"C"', '"P"', '"I"']
    const samples = scores.map((score, at) => ({ said: `ANSWER: ${at}`, target: at === 3 ? '9' : `${at}`, score }))
    const path = inspectLog('nan.json', samples)
    const byReference = replay([path], '--methods sc@1 --anyway')
    expect(accuracyOf(byReference.out, 'sc@1'), byReference.printed).toBe(75)
    expect(byReference.printed).toContain('agree on 66.7 % of 3')
    const recorded = replay([path], '--grades recorded --methods sc@1 --anyway')
    expect(recorded.printed).toMatch(
      /--grades recorded counts the file’s own grades, and the answer "0" of question "0" has none/u,
    )
    expect(recorded.code).toBe(1)
  })

  it('--grades recorded never gives way to the reference answers', () => {
    const rows = [{ question_id: 'q', answer: '4', samples: [{ answer: '4' }, { answer: '4' }] }]
    const { printed, code } = replay([log('ungraded.jsonl', rows)], '--grades recorded --methods sc@2')
    expect(printed).toContain('--grades recorded counts the file’s own grades')
    expect(code).toBe(1)
    const scores = rows.map((row) => ({ ...row, samples: row.samples.map((sample) => ({ ...sample, score: 7 })) }))
    const scale = replay(
      [log('of-ten.jsonl', scores)],
      '--methods sc@2 --map samples=samples,id=question_id,answer=answer,extracted=answer,grade=score',
    )
    expect(scale.printed).toMatch(
      /2 grades of the log are not understood, such as the number 7: a grade is a number from 0 to 1/u,
    )
  })

  it('ESC’s published samples are replayed as they are', () => {
    const rows = ['yes', 'no'].map((answer) => ({
      question: `Q:A coin is heads up. Is it still heads up? (${answer})`,
      answer,
      generated_answer: Array.from(
        { length: 10 },
        (_, at) => `A: The coin was flipped. So the answer is ${at < 7 ? answer : 'unknown'}.`,
      ),
    }))
    const { out, printed, code } = replay([log('T0.7.jsonl', rows)], '--methods sc@10;esc:window=5@10 --seeds 5')
    expect(code, printed).toBe(0)
    expect(printed).toMatch(/read as esc; the first 2 rows:\n {2}q1: "Q:A coin .*reference "yes", 10 samples/u)
    expect(accuracyOf(out, 'sc@10'), printed).toBe(100)
  })

  it('a log of no known form names the fields and the --map that reads it, and the same command with it does', () => {
    const rows = [1, 2].map((gold) => ({
      prompt: `What is ${gold}?`,
      gold,
      outputs: [1, 2, 3].map((at) => ({ content: `\\boxed{${at === 3 ? 9 : gold}}` })),
    }))
    const path = log('unknown.jsonl', rows)
    const { printed, code } = replay([path], '--methods sc@3')
    expect(code).toBe(1)
    const map = /--map '(.*)'/u.exec(printed)?.[1]
    expect(map).toBe('question=prompt,answer=gold,text=outputs[*].content')
    const mapped = replay([path], `--methods sc@3 --map ${map ?? ''}`)
    expect(accuracyOf(mapped.out, 'sc@3'), mapped.printed).toBe(100)
    const misspelt = replay([path], `--methods sc@3 --map ${(map ?? '').replace('=prompt', '=promt')}`)
    expect(misspelt.printed).toContain(
      '--map question=promt finds nothing in the first 2 rows; did you mean prompt? The row has the fields prompt, gold, outputs',
    )
  })

  it('a log of numbers and letters names the kind that reads both', () => {
    const rows = ['4', 'B'].map((gold) => ({ prompt: gold, gold, out: [`The answer is ${gold}.`, `\\boxed{${gold}}`] }))
    const path = log('mixed.jsonl', rows)
    const map = '--map question=prompt,answer=gold,text=out'
    expect(replay([path], map).printed).toMatch(
      /1 are numbers or formulas, 1 are letters of choices\. Try --kind math/u,
    )
    expect(accuracyOf(replay([path], `${map} --kind math`).out, 'sc@2')).toBe(100)
  })

  it('a log in Latin-1 is refused with its line, and read once it is converted', () => {
    const text = readFileSync(input('none.jsonl'), 'utf8').replace('"answer": "', '"model": "Größe", "answer": "')
    const { printed, code } = replay([log('latin.jsonl', Buffer.from(text, 'latin1'))], '--methods sc@8')
    expect(code).toBe(1)
    expect(printed).toMatch(
      /latin\.jsonl, line 1: the byte 0xF6 is not UTF-8\. If the file is Latin-1 .*Größe.*iconv -f WINDOWS-1252/u,
    )
    expect(replay([log('converted.jsonl', text)], '--methods sc@8 --anyway').code).toBe(0)
  })
})
