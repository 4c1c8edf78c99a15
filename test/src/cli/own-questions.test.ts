import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { cges } from './run-cges.js'

let folder: string
let questions: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cges-own-'))
  questions = join(folder, 'mine.jsonl')
  const rows = Array.from({ length: 20 }, (_, i) => ({
    id: `q${i}`,
    question: `What is ${i} sheep and ${i} goats, counted twice?`,
    answer: `${4 * i + 1000}`,
    distractors: [`${4 * i + 2000}`, `${4 * i + 3000}`],
    difficulty: 0.2,
  }))
  writeFileSync(questions, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function evaluated(fleet: TestFleet, benchmark: string): Promise<string> {
  const spec = join(folder, `${benchmark}.yaml`)
  writeFileSync(spec, `benchmark: ${benchmark}\npool: test\nmethods: [sc@4]\n`)
  const run = cges(['evaluate', spec, '--watch', '--api', fleet.api])
  expect(await run.code, run.err()).toBe(0)
  return run.out()
}

it('says, before the table and after it, that a simulated model does not know one’s own questions', async () => {
  const fleet = await TestFleet.start({ redis: null, workers: 1 })
  try {
    const imported = cges(['benchmark', 'import', questions, '--name', 'mine', '--kind', 'math', '--api', fleet.api])
    expect(await imported.code, imported.err()).toBe(0)
    const out = await evaluated(fleet, 'mine')
    const [before = '', after = ''] = out.split(/^sc@4 .*0\.0 %.*$/mu)
    expect(before).toContain('to questions it was not given it makes answers up, and accuracy means nothing')
    expect(after).toMatch(
      /warning: these questions are not the simulator’s own: .* it makes answers up, and accuracy means nothing/u,
    )
    await fleet.submit({ methods: ['sc@2'] })
    const demo = await evaluated(fleet, 'demo')
    expect(demo).toContain('SIMULATED')
    expect(demo).not.toContain('means nothing')
  } finally {
    await fleet.stop()
  }
})

it('lets the simulator know one’s own questions by a scenario', async () => {
  const fleet = cges([
    'up',
    '--no-dashboard',
    '--time-scale',
    '0',
    '--data',
    join(folder, 'data'),
    '--scenario',
    questions,
  ])
  try {
    await fleet.says('The fleet stays up')
    const api = /^API\s+(\S+)\/v1\/docs$/mu.exec(fleet.out())?.[1] ?? ''
    const imported = cges(['benchmark', 'import', questions, '--name', 'mine', '--kind', 'math', '--api', api])
    expect(await imported.code, imported.err()).toBe(0)
    const spec = join(folder, 'known.yaml')
    writeFileSync(spec, `benchmark: mine\npool: simulated\nmethods: [sc@4]\n`)
    const run = cges(['evaluate', spec, '--watch', '--api', api])
    expect(await run.code, run.err()).toBe(0)
    expect(run.out()).toMatch(/\nsc@4 +(?:100\.0|9\d\.\d|8\d\.\d) %/u)
  } finally {
    fleet.process.kill('SIGINT')
    await fleet.code
  }
})
