import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EvaluationStatistics, EvaluationView } from '@cges-fleet/core'
import { pathOf, GetStatistics } from '@cges-fleet/core/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { cges } from './run-cges.js'

let fleet: TestFleet
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cges-import-'))
  fleet = await TestFleet.start({ redis: null, workers: 0 })
})

afterAll(async () => {
  await fleet.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function run(...args: string[]): Promise<{ out: string; err: string }> {
  const command = cges(args)
  expect(await command.code, command.err()).toBe(0)
  return { out: command.out(), err: command.err() }
}

const inspectSample = (id: string, epoch: number, [answer, grade]: readonly [string, 'C' | 'I']) => ({
  id,
  epoch,
  input: `Question ${id}`,
  target: id === 'q0' ? '\\frac{1}{2}' : '7',
  output: {
    model: 'their/Model-7B',
    choices: [{ message: { role: 'assistant', content: `So \\boxed{${answer}}` }, stop_reason: 'stop' }],
  },
  scores: { expression: { value: grade, answer } },
})

/** Every answer to q0 is right and written otherwise than the reference. */
function inspectLog(): string {
  const path = join(folder, 'log.json')
  const drawn = Array.from({ length: 6 }, (_, question) =>
    [1, 2, 3, 4, 5, 6].map((epoch) =>
      inspectSample(`q${question}`, epoch, question === 0 ? ['0.5', 'C'] : epoch === 6 ? ['8', 'I'] : ['7', 'C']),
    ),
  )
  const log = {
    version: 2,
    status: 'success',
    eval: { model: 'their/Model-7B', task: 'sums', model_generate_config: { temperature: 0.5, top_p: 0.9 } },
    samples: drawn.flat(),
  }
  writeFileSync(path, JSON.stringify(log))
  return path
}

const methods = ['--method', 'sc;asc-beta', '--kind', 'math']

it('makes an evaluation of a log: graded as its program graded it, asked as its program asked, and the saving in a sentence', async () => {
  const { out, err } = await run('import', inspectLog(), ...methods, '--name', 'theirs', '--api', fleet.api)
  expect(out).toMatch(/this log would have taken 4\.00 calls a question instead of 6/u)
  expect(out).toMatch(/Paired by question: .* points, 95 % interval .* on \d+ questions?\./u)
  expect(err).not.toContain('graded otherwise')
  expect(err).toContain('no log-probabilities')
  const id = /evaluation (\S+)\n$/u.exec(out)?.[1] ?? ''
  expect(out).toContain(`to see this again: cges report ${id}\n`)
  const view: EvaluationView = await fleet.view(id)
  expect(view).toMatchObject({
    status: 'done',
    name: 'theirs',
    provenance: 'imported',
    pool: { model: 'their/Model-7B' },
    sampling: { temperature: 0.5, topP: 0.9 },
    samples: { drawn: 36 },
  })
  expect(view.sampling).not.toHaveProperty('maxTokens')
  expect(view.methods.map(({ accuracy }) => accuracy?.value)).toEqual([1, 1])
})

it('keeps by which tier it read an answer itself; of the log’s own reading that is not known', async () => {
  for (const [answers, tier] of [
    ['log', null],
    ['text', 'marked'],
  ]) {
    const args = [...methods, '--name', `by ${answers}`, '--answers', `${answers}`, '--api', fleet.api]
    const { out } = await run('import', inspectLog(), ...args)
    const id = /evaluation (\S+)\n$/u.exec(out)?.[1] ?? ''
    const answer = await fetch(`${fleet.api}${pathOf(GetStatistics, { path: { id } })}`)
    const { samples } = (await answer.json()) as EvaluationStatistics
    const read = samples.readings.tiers.filter((each) => each.samples > 0)
    expect(read).toMatchObject([{ tier, samples: 36, share: 1 }])
  }
})

it('counts the same when the log is replayed without a fleet', async () => {
  const args = ['--methods', 'sc;asc-beta', '--budget', '6', '--in-order', '--json']
  const report = JSON.parse((await run('replay', inspectLog(), ...args)).out)
  expect(report).toMatchObject({
    questions: 6,
    methods: [
      { accuracy: { mean: 1 }, calls: { mean: 6 } },
      { accuracy: { mean: 1 }, calls: { mean: 4 } },
    ],
  })
  expect(report.notes.join()).not.toContain('graded otherwise')
})

it('reads back its own export: the same verdicts, the same settings', async () => {
  const { out } = await run('import', inspectLog(), ...methods, '--name', 'again', '--api', fleet.api)
  const id = /evaluation (\S+)\n$/u.exec(out)?.[1] ?? ''
  const files = await Promise.all(
    ['inspect', 'lm-eval'].map(async (format) => {
      const out = join(folder, format)
      await run('export', id, '--format', format, '--out', out, '--api', fleet.api)
      return readdirSync(out, { recursive: true, encoding: 'utf8' })
        .filter((name) => /samples_[^/]*\.jsonl$/u.test(name) || (format === 'inspect' && name.endsWith('.json')))
        .map((name) => join(out, name))
    }),
  )
  const first = await fleet.view(id)
  expect(files.flat()).toHaveLength(2)
  const rows = files[1]?.flatMap((name) => readFileSync(name, 'utf8').trim().split('\n')).map((row) => JSON.parse(row))
  // Every sample of it is right, though none is written as the reference answer is.
  expect(rows?.find(({ doc }) => doc.id === 'q0')).toMatchObject({ calls: 6, exact_match: 1 })
  for (const file of files.flat()) {
    const read = await run('import', file, ...methods, '--benchmark', 'ours', '--api', fleet.api)
    const back = await fleet.view(/evaluation (\S+)\n$/u.exec(read.out)?.[1] ?? '')
    expect(back.sampling).toMatchObject({ temperature: 0.5, topP: 0.9 })
    expect(back.methods.map(({ key, accuracy, calls }) => [key, accuracy?.value, calls])).toEqual(
      first.methods.map(({ key, accuracy, calls }) => [key, accuracy?.value, calls]),
    )
  }
})
