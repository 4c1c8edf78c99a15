import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoBenchmark } from '@cges-fleet/formats'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { cges } from './run-cges.js'

let fleet: TestFleet
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cges-json-'))
  fleet = await TestFleet.start({ redis: null, workers: 1 })
  await fleet.importBenchmark(demoBenchmark())
})

afterAll(async () => {
  await fleet.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** What a command prints with `--json`, which must be one JSON document and nothing else. */
async function printed(...args: string[]): Promise<unknown> {
  const run = cges([...args, '--json'], { CGES_API: fleet.api, DATABASE_URL: fleet.database.url })
  expect(await run.code, run.err()).toBe(0)
  return JSON.parse(run.out())
}

function written(name: string, content: string): string {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

interface Printed {
  readonly evaluation: { readonly id: string; readonly status: string }
}

const SPEC = 'benchmark: demo\nquestions: 12\nreplicates: 1\npool: test\nseed: 7\nbudget: 4\nmethods: [sc, asc-beta]\n'

it('prints JSON of evaluations as report does: submitted, watched, acted on', async () => {
  const spec = written('spec.yaml', SPEC)
  const { evaluation } = (await printed('evaluate', spec)) as Printed
  const { id } = evaluation
  expect(await printed('watch', id)).toMatchObject({
    evaluation: { id, status: 'done' },
    digest: expect.stringMatching(/^[0-9a-f]{64}$/u),
    methods: [{ method: 'sc@4' }, { method: expect.stringMatching(/^asc-beta/u) }],
  })
  expect(await printed('evaluations', '--limit', '1')).toMatchObject({
    evaluations: [{ id, status: 'done' }],
    more: false,
  })
  expect(await printed('evaluations', '--search', 'no such name')).toEqual({ evaluations: [], more: false })
  expect(await printed('extend', id, '--budget', '5')).toMatchObject({ evaluation: { id } })
  expect(await printed('pool', 'promise', 'later', '--model', 'm')).toEqual({
    pool: 'later',
    model: 'm',
    revision: null,
    rewardModel: null,
    stepScorer: null,
    maxModelLen: null,
  })
  expect(await printed('pool', 'pause', 'later', '--reason', 'moved')).toEqual({
    pool: 'later',
    paused: { since: expect.any(String), by: null, reason: 'moved' },
    changed: true,
  })
  expect(await printed('pool', 'resume', 'later')).toEqual({ pool: 'later', paused: null, changed: true })
  // Nobody draws for that pool.
  expect(await printed('pool', 'list')).toMatchObject({
    pools: expect.arrayContaining([
      expect.objectContaining({ name: 'later', load: { slots: 0, inFlight: 0, waiting: 0 } }),
      expect.objectContaining({
        name: 'test',
        load: { slots: expect.any(Number), inFlight: expect.any(Number), waiting: expect.any(Number) },
      }),
    ]),
  })
  const held = (await printed('rerun', id, '--pool', 'later')) as Printed
  expect(await printed('cancel', held.evaluation.id)).toMatchObject({ evaluation: { status: 'cancelled' } })
  expect(await printed('events', id)).toMatchObject({
    events: expect.arrayContaining([
      expect.objectContaining({ kind: 'submitted' }),
      expect.objectContaining({ kind: 'extended' }),
    ]),
  })
  expect(await printed('tag', id, 'one')).toEqual({ tags: ['one'] })
  expect(await printed('note', id, 'kept')).toEqual({ note: 'kept' })
  expect(await printed('rename', id, 'renamed')).toMatchObject({ evaluation: { name: 'renamed' } })
  for (const verb of ['archive', 'unarchive']) expect(await printed(verb, id)).toMatchObject({ evaluation: { id } })
  expect(await printed('delete', held.evaluation.id, '--yes')).toMatchObject({ id: held.evaluation.id, samples: 0 })
})

it('prints JSON of what goes out and in: files, verdicts, imports', async () => {
  const spec = written('spec.yaml', SPEC)
  const { evaluation } = (await printed('evaluate', spec, '--watch')) as Printed
  expect(evaluation.status).toBe('done')
  const { id } = evaluation
  const rule = written('rule.mjs', 'export default (votes) => ({ calls: 2, answer: votes[0].answer })')
  expect(await printed('verdicts', 'import', id, '--method-file', rule)).toMatchObject({
    evaluation: { id },
    imported: { method: 'external:name=rule@4', new: 12, verdicts: 12 },
  })
  const { files } = (await printed('export', id, '--format', 'jsonl', '--out', folder)) as { files: string[] }
  // gold.jsonl is found beside it.
  expect(await printed('replay', files[0] ?? '')).toMatchObject({ questions: 12, samples: 48 })
  for (const file of files) expect(readFileSync(file, 'utf8').length).toBeGreaterThan(0)
  // What the data name are the methods of the digest: a rule of another program can be run nowhere else.
  expect(await printed('import', files[0] ?? '', '--questions', files[1] ?? '')).toMatchObject({
    evaluation: { status: 'done' },
  })
  const csv = (await printed('export', id, '--format', 'csv', '--out', join(folder, 'csv'))) as { files: string[] }
  const verdicts = csv.files.find((file) => file.endsWith('verdicts.csv')) ?? ''
  expect(await printed('replay', verdicts)).toMatchObject({ isVerified: true })
})

it('prints JSON of all else a fleet keeps', async () => {
  const rows = [1, 2, 3].map(
    (n) => `${JSON.stringify({ id: `q${n}`, question: `What is ${n} + 1?`, answer: `${n + 1}` })}\n`,
  )
  expect(await printed('benchmark', 'import', written('own.jsonl', rows.join('')))).toMatchObject({
    name: 'own',
    questions: 3,
  })
  expect(await printed('benchmark', 'list')).toEqual({
    benchmarks: expect.arrayContaining([expect.objectContaining({ name: 'own', questions: 3, answerKind: 'math' })]),
  })
  expect(await printed('migrate')).toEqual({ migrated: [] })
  expect(await printed('research', 'guarantees', '--methods', 'asc-beta', '--runs', '20')).toMatchObject({
    simulated: true,
    runs: 20,
    methods: [{ method: 'asc-beta 0.95', cases: expect.arrayContaining([expect.objectContaining({ answers: 2 })]) }],
  })
  expect(await printed('slurm', 'submit', '--pool', 'p', '--model', 'm', '--print')).toEqual({
    script: expect.stringMatching(/^#!\/bin\/bash\n/u),
  })
})
