import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EvaluationView } from '@cges-fleet/core'
import type { ExportFormat } from '@cges-fleet/formats'
import type { MethodResult } from '@cges-fleet/replay'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { cges } from './run-cges.js'

const METHODS = [
  'esc:window=3@8',
  'asc-beta@8',
  'dsc:easyRun=5,predictFrom=4@8',
  'cges:confidence=lns-geom,gamma=0.95@8',
]

let fleet: TestFleet
let folder: string
/** Drawn by a fleet, in two replicates and by rules that draw no more than they need. */
let live: EvaluationView

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cges-described-'))
  fleet = await TestFleet.start({ redis: null, workers: 2 })
  live = await fleet.ended((await fleet.submit({ methods: METHODS, questions: 20, replicates: 2 })).id)
  expect(live).toMatchObject({ status: 'done', trials: { total: 40, blocked: 0 } })
})

afterAll(async () => {
  await fleet.stop()
  rmSync(folder, { recursive: true, force: true })
})

interface Ran {
  readonly out: string
  readonly err: string
  readonly code: number | null
}

async function run(...args: string[]): Promise<Ran> {
  const command = cges(args)
  const code = await command.code
  return { code, out: command.out(), err: command.err() }
}

const written = new Map<string, Promise<string[]>>()

/** An evaluation's files of a format, written once. */
function exported(id: string, format: ExportFormat): Promise<string[]> {
  const out = join(folder, id, format)
  const files = written.get(out) ?? write(id, format, out)
  written.set(out, files)
  return files
}

async function write(id: string, format: ExportFormat, out: string): Promise<string[]> {
  const { code, err } = await run('export', id, '--format', format, '--out', out, '--api', fleet.api)
  expect(code, err).toBe(0)
  const names = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:jsonl?|csv)$/u.test(name),
  )
  return names.map((name) => join(out, name))
}

/** The files of each format that hold samples, as one replays them: with nothing but the questions where they stand apart. */
async function replayable(id: string): Promise<string[][]> {
  const jsonl = await exported(id, 'jsonl')
  const of = (name: string) => jsonl.find((path) => path.endsWith(name)) ?? ''
  return [
    [of('samples.jsonl'), '--questions', of('gold.jsonl')],
    (await exported(id, 'lm-eval')).filter((path) => path.includes('samples_')),
    await exported(id, 'inspect'),
    await exported(id, 'nemo'),
  ]
}

const resultsOf = ({ methods }: EvaluationView): unknown =>
  methods.map(({ key, accuracy, calls }) => [key, accuracy?.value.toFixed(9), calls?.toFixed(9)])

async function replays(view: EvaluationView, tiers: readonly string[]): Promise<void> {
  for (const args of await replayable(view.id)) {
    const { code, out, err } = await run('replay', ...args, '--json')
    expect(code, `${args.join(' ')}: ${err}`).toBe(0)
    const report = JSON.parse(out)
    expect(report.digest, args[0]).toMatchObject({ digest: view.digest, replayed: view.digest, isVerified: true })
    expect(
      report.reading.tiers.map(({ tier }: { tier: string }) => tier),
      args[0],
    ).toEqual(tiers)
    expect(
      report.methods.map((each: { method: string; accuracy: { mean: number }; calls: { mean: number } }) => [
        each.method,
        each.accuracy.mean.toFixed(9),
        each.calls.mean.toFixed(9),
      ]),
    ).toEqual(resultsOf(view))
    expect((await run('replay', ...args)).err).toContain(
      `digest ${view.digest?.slice(0, 12) ?? ''}… verified: the same verdicts as the evaluation’s`,
    )
  }
}

it('replays what a fleet drew from each of its exports, without an option, to the same digest and figures', async () => {
  await replays(live, ['marked'])
})

it('holds an export of verdicts alone to the digest, and says what it cannot do', async () => {
  const [path = ''] = await exported(live.id, 'csv')
  const { code, out, err } = await run('replay', path, '--json')
  expect(code, err).toBe(0)
  const stored = JSON.parse(out)
  expect(stored).toMatchObject({ digest: live.digest, counted: live.digest, isVerified: true })
  const results = (stored.methods as { method: string; accuracy: number; calls: number }[]).map((each) => [
    each.method,
    each.accuracy.toFixed(9),
    each.calls.toFixed(9),
  ])
  expect(new Set(results)).toEqual(new Set(resultsOf(live) as string[][]))
  const changed = join(folder, 'changed.csv')
  writeFileSync(changed, readFileSync(path, 'utf8').replace(/,"budget",/u, ',"window",'))
  expect((await run('replay', changed)).err).toMatch(/digest [\da-f]{12}… is not the evaluation’s/u)
  const replayed = await run('replay', path, '--methods', 'sc')
  expect(replayed.code).toBe(1)
  expect(replayed.err).toContain('export it as jsonl, lm-eval, inspect or nemo')
})

it('certifies abstention on what a fleet has stored, by an export of it', async () => {
  const [[samples = '', , gold = ''] = []] = await replayable(live.id)
  const found = async (promise: string) => {
    const { code, out, err } = await run('replay', samples, '--questions', gold, '--coverage', promise, '--json')
    expect(code, err).toBe(0)
    return (JSON.parse(out).methods as MethodResult[]).flatMap(({ coverage }) => coverage?.certified ?? [])
  }
  // Eight scores share δ: of twenty questions none can be held to 5 %, but all of them to nine wrong in ten.
  expect(new Set((await found('0.05/0.1')).map(({ kind }) => kind))).toEqual(new Set(['none']))
  const kept = (await found('0.9/0.1')).map((each) => (each.kind === 'kept' ? each.wrong / each.answered : NaN))
  expect(kept.filter((share) => share < 0.9)).toHaveLength(METHODS.length)
})

it('says of simulated answers that they are, wherever their exports are read', async () => {
  const said = 'SIMULATED: the answers come from the built-in simulator, not from a model'
  const [[samples = '', , gold = ''] = []] = await replayable(live.id)
  const [csv = ''] = await exported(live.id, 'csv')
  const commands = [
    ['replay', csv],
    ['replay', samples, '--questions', gold],
    ['tune', samples, '--questions', gold, '--slice', '5', '--budget', '3'],
    ['import', samples, '--questions', gold, '--benchmark', 'simulated-again', '--api', fleet.api],
  ]
  const runs = await Promise.all(commands.map((args) => run(...args)))
  for (const { out, err, code } of runs) {
    expect(code, err).toBe(0)
    expect(out).toContain(said)
  }
  const imported = await fleet.view(/evaluation (\S+)\n$/u.exec(runs[3]?.out ?? '')?.[1] ?? '')
  expect(imported).toMatchObject({ provenance: 'imported', simulated: true, source: { provenance: 'simulated' } })
  const [[twice = '', , goldTwice = ''] = []] = await replayable(imported.id)
  expect((await run('replay', twice, '--questions', goldTwice)).out).toContain(said)
})

it('refuses an option that contradicts the data, with both values, and data of another evaluation', async () => {
  const [[samples = '', , gold = ''] = []] = await replayable(live.id)
  const { code, err } = await run('replay', samples, '--questions', gold, '--kind', 'date')
  expect(code).toBe(1)
  expect(err).toContain('--kind date contradicts the data, which say kind text')
  const other = join(folder, 'other.jsonl')
  writeFileSync(other, readFileSync(gold, 'utf8').replace(live.id, 'another'))
  expect((await run('replay', samples, '--questions', other)).err).toContain(
    `of evaluation another, ${samples} of ${live.id}`,
  )
})

it('says that a digest differs, and why', async () => {
  const [[samples = '', , gold = ''] = []] = await replayable(live.id)
  const lines = readFileSync(samples, 'utf8').split('\n')
  const changed = join(folder, 'changed.jsonl')
  const args = [changed, '--questions', gold]
  writeFileSync(changed, lines.map((line) => line.replace(/"answer_raw":"[^"]*"/u, '"answer_raw":"else"')).join('\n'))
  const edited = await run('replay', ...args, '--anyway')
  expect(edited.err).toMatch(
    /digest [\da-f]{12}… is not the evaluation’s [\da-f]{12}…: the file is not as it was exported/u,
  )
  writeFileSync(
    changed,
    lines
      .map((line) =>
        line
          .replace(/"answer_raw":"[^"]*"/u, '"answer_raw":"else"')
          .replace(/"gradingVersion":\d+/u, '"gradingVersion":1'),
      )
      .join('\n'),
  )
  expect((await run('replay', ...args, '--anyway')).err).toMatch(/made by grading version 1, and this program has \d+/u)
})

/** Dates, which another kind would take for arithmetic. */
function dates(): string {
  const path = join(folder, 'dates.jsonl')
  const rows = Array.from({ length: 12 }, (_, question) => {
    const right = `2019-11-${String(question + 10)}`
    const answers = ['11/12/2019', '2019-12-11', right, right, right, 'December 1, 2019']
    return {
      question_id: `d${question}`,
      question: `When ${question}?`,
      answer: right,
      samples: answers.map((answer) => ({ answer, text: `So it is ${answer}.`, confidence: { 'lns-arith': 0.7 } })),
    }
  })
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  return path
}

it('carries an import with its kind through export and import again, to the same digest', async () => {
  const first = await run('import', dates(), '--name', 'dates', '--api', fleet.api)
  expect(first.code, first.err).toBe(0)
  expect(first.err).toContain('kind date: all 12 reference answers are dates')
  const view = await fleet.view(/evaluation (\S+)\n$/u.exec(first.out)?.[1] ?? '')
  await replays(view, ['log'])
  for (const args of await replayable(view.id)) {
    const again = await run('import', ...args, '--benchmark', 'again', '--api', fleet.api)
    expect(again.code, again.err).toBe(0)
    expect(again.err).toContain(`digest ${view.digest?.slice(0, 12) ?? ''}… verified`)
  }
})
