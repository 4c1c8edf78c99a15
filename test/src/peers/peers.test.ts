import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cges } from '../cli/run-cges.js'
import { TestFleet } from '../fleet/test-fleet.js'
import { PEERS_PYTHON, runPeer } from './run-peer.js'
import { tinQuestions } from './tin-questions.js'
import { tinTask } from './tin-task.js'

/** To load Inspect or lm-eval takes many seconds of a processor. */
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

const TASK = fileURLToPath(new URL('../../src/peers/tins.py', import.meta.url))
const QUESTIONS = 40
const EPOCHS = 4

let fleet: TestFleet
let folder: string
let server: string

const python = (...args: string[]) => runPeer(args, { folder, server })

async function inspect(task: string, format: 'json' | 'eval'): Promise<string> {
  const logs = join(folder, `${task}-${format}`)
  const how = ['--epochs', String(EPOCHS), '--temperature', '0.7', '--log-dir', logs, '--log-format', format]
  await python(
    '-m',
    'inspect_ai',
    'eval',
    `${TASK}@${task}`,
    '--model',
    'openai-api/sim/sim',
    '--display',
    'none',
    ...how,
  )
  return join(logs, readdirSync(logs).find((name) => name.endsWith(`.${format}`)) ?? '')
}

async function run(...args: string[]): Promise<{ out: string; err: string }> {
  const command = cges(args)
  expect(await command.code, command.err()).toBe(0)
  return { out: command.out(), err: command.err() }
}

interface Reading {
  readonly samples: number
  readonly graded: number
  readonly gradedRight: number
  readonly logRight: number
}

async function reading(path: string): Promise<Reading> {
  const { out } = await run('replay', path, '--methods', 'sc', '--budget', '1', '--in-order', '--json')
  return (JSON.parse(out) as { reading: Reading }).reading
}

const fieldsOf = (file: string): string[] => Object.keys(JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? ''))

describe.skipIf(PEERS_PYTHON === undefined)('logs of other programs (npm run test:with -- peers)', () => {
  let stopServer: () => Promise<unknown>

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cges-peers-'))
    const file = join(folder, 'tins.jsonl')
    writeFileSync(
      file,
      tinQuestions(QUESTIONS)
        .map((row) => `${JSON.stringify(row)}\n`)
        .join(''),
    )
    mkdirSync(join(folder, 'tasks'))
    writeFileSync(join(folder, 'tasks', 'tins.yaml'), tinTask(join(folder, 'tins.jsonl'), 1))
    const sim = cges(['sim', '--port', '0', '--model', 'sim', '--scenario', file, '--time-scale', '0'])
    await sim.says('listening')
    server = String(JSON.parse(sim.out()).listening)
    stopServer = () => (sim.process.kill('SIGTERM'), sim.code)
    fleet = await TestFleet.start({ redis: null, workers: 1 })
  })

  afterAll(async () => {
    await stopServer()
    await fleet.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it.each([
    ['tins_includes', 'json'],
    ['tins_includes', 'eval'],
    ['tins_pattern', 'eval'],
  ] as const)('Inspect %s, .%s: right as often as Inspect says, within one sample', async (task, format) => {
    const path = await inspect(task, format)
    const { samples, graded, gradedRight, logRight } = await reading(path)
    expect([samples, graded]).toEqual([QUESTIONS * EPOCHS, QUESTIONS * EPOCHS])
    expect(logRight).toBeGreaterThan(QUESTIONS)
    expect(Math.abs(gradedRight - logRight)).toBeLessThanOrEqual(1)
    const { out } = await run('import', path, '--method', 'sc@1', '--benchmark', 'tins', '--api', fleet.api)
    const view = await fleet.view(/evaluation (\S+)\n$/u.exec(out)?.[1] ?? '')
    expect(view).toMatchObject({ status: 'done', samples: { drawn: samples } })
  })

  it('Inspect match(): says that its program read badly', async () => {
    const path = await inspect('tins_match', 'json')
    const { err } = await run('replay', path, '--methods', 'sc', '--budget', '1')
    expect(err).toContain('the log’s own program may have read badly: with --answers text')
  })

  it('lm-eval: right as often as it says, and its rows have no field that ours lack', async () => {
    const model = `base_url=${server}/v1/chat/completions,model=sim,num_concurrent=8`
    const how = ['--apply_chat_template', '--log_samples', '--output_path', 'lm', '--include_path', 'tasks']
    await python(
      '-m',
      'lm_eval',
      'run',
      '--model',
      'local-chat-completions',
      '--model_args',
      model,
      '--tasks',
      'tins',
      ...how,
    )
    const name = readdirSync(join(folder, 'lm'), { recursive: true, encoding: 'utf8' }).find((each) =>
      each.includes('samples_'),
    )
    const path = join(folder, 'lm', name ?? '')
    const { graded, gradedRight, logRight } = await reading(path)
    expect(graded).toBe(QUESTIONS)
    expect(Math.abs(gradedRight - logRight)).toBeLessThanOrEqual(1)
    const out = join(folder, 'ours')
    const imported = await run('import', path, '--method', 'sc@1', '--benchmark', 'lm', '--api', fleet.api)
    const id = /evaluation (\S+)\n$/u.exec(imported.out)?.[1] ?? ''
    await run('export', id, '--format', 'lm-eval', '--out', out, '--api', fleet.api)
    const ours = readdirSync(out, { recursive: true, encoding: 'utf8' }).find((each) => each.includes('samples_')) ?? ''
    expect(fieldsOf(join(out, ours))).toEqual(expect.arrayContaining(fieldsOf(path)))
  })

  it('reads our Inspect log with Inspect itself', async () => {
    const out = join(folder, 'read')
    const { id } = await fleet.ended((await fleet.submit({ methods: ['esc:window=2@4'], questions: 5 })).id)
    await run('export', id, '--format', 'inspect', '--out', out, '--api', fleet.api)
    const dump = JSON.parse(await python('-m', 'inspect_ai', 'log', 'dump', join(out, readdirSync(out)[0] ?? '')))
    expect(dump).toMatchObject({ status: 'success', eval: { metadata: { cges: { evaluation: id, kind: 'text' } } } })
  })
})
