import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { IS_AT_LENGTH, LONGER } from '../support/repetitions.js'
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
  writeFileSync(spec, `benchmark: ${benchmark}\npool: test\nquestions: 20\nmethods: [sc@4]\n`)
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
    expect(before).toContain('it invents answers to questions it does not know, and their accuracy means nothing')
    expect(after).toMatch(
      /warning: This simulator invents answers to questions it does not know\. .* accuracy means nothing/u,
    )
    await fleet.submit({ methods: ['sc@2'], questions: 20 })
    const demo = await evaluated(fleet, 'demo')
    expect(demo).toContain('SIMULATED')
    expect(demo).not.toContain('means nothing')
  } finally {
    await fleet.stop()
  }
})

/** Brings up a fleet that answers in its own way, imports the questions and evaluates them on it. */
async function evaluatedBy(flags: readonly string[], pool: string): Promise<{ before: string; out: string }> {
  const data = join(folder, pool)
  const fleet = cges(['up', '--no-dashboard', '--data', data, ...flags])
  try {
    await fleet.says('The fleet keeps running')
    const api = /^API {8}(\S+)$/mu.exec(fleet.out())?.[1] ?? ''
    const imported = cges(['benchmark', 'import', questions, '--name', 'mine', '--kind', 'math', '--api', api])
    expect(await imported.code, imported.err()).toBe(0)
    const spec = join(folder, `${pool}.yaml`)
    writeFileSync(spec, `benchmark: mine\npool: ${pool}\nmethods: [sc@4]\n`)
    const run = cges(['evaluate', spec, '--watch', '--api', api])
    expect(await run.code, run.err()).toBe(0)
    return { before: fleet.out(), out: run.out() }
  } finally {
    fleet.process.kill('SIGINT')
    await fleet.code
  }
}

const KNOWN = 17

it('lets the simulator know one’s own questions by a scenario, and counts those it does not know', async () => {
  const scenario = join(folder, 'scenario.jsonl')
  writeFileSync(scenario, readFileSync(questions, 'utf8').split('\n').slice(0, KNOWN).join('\n'))
  const { before, out } = await evaluatedBy(['--time-scale', '0', '--scenario', scenario], 'simulated')
  expect(before).toMatch(/^Answers +simulated: knows the 17 questions of scenario\.jsonl\. Other questions fail/mu)
  expect(out).toMatch(/\nsc@4 +(?:100\.0|9\d\.\d|8\d\.\d) %/u)
  expect(out).toMatch(
    /3 of 20 questions failed and are left out of all figures\. Most common reason: .*The simulator was not given this question/u,
  )
  expect(out).toMatch(/Methods are not compared: 3 of 20 questions/u)
  // It refuses what it does not know, so none of its answers is invented.
  expect(out).not.toContain('means nothing')
})

it.skipIf(!IS_AT_LENGTH)(`counts the questions that a recording does not hold${LONGER}`, async () => {
  const recording = join(folder, 'recording.jsonl')
  const rows = readFileSync(questions, 'utf8').trim().split('\n').slice(0, KNOWN)
  const recorded = rows.map((row) => {
    const { id, question, answer } = JSON.parse(row) as Record<'id' | 'question' | 'answer', string>
    const samples = Array.from({ length: 6 }, () => ({ text: `So \\boxed{${answer}}` }))
    return JSON.stringify({ question_id: id, question, samples })
  })
  writeFileSync(recording, recorded.join('\n'))
  const { before, out } = await evaluatedBy(['--recorded', recording], 'recorded')
  expect(before).toMatch(
    /^Answers +replayed from recording\.jsonl: 17 questions, 6 answers each\. Other questions fail, and so does a budget above 6/mu,
  )
  expect(out).toMatch(/\nsc@4 +100\.0 %/u)
  expect(out).toMatch(
    /3 of 20 questions failed and are left out of all figures\. Most common reason: .*No recorded question stands in this prompt/u,
  )
  const again = cges(['up', '--no-dashboard', '--recorded', recording, '--data', join(folder, 'recorded')])
  await again.says('The fleet keeps running')
  expect(again.out()).toContain(
    'warning: This fleet has no answers to 3 of the 20 questions of benchmark mine. Those questions will fail',
  )
  again.process.kill('SIGINT')
  await again.code
  const demo = cges(['up', '--recorded', recording, '--demo', '--data', join(folder, 'none')])
  expect(await demo.code).toBe(1)
  expect(demo.err()).toContain('has answers to none of its 240 questions')
})

it.skipIf(!IS_AT_LENGTH)(`says that made-up answers are for load, where they are asked for${LONGER}`, async () => {
  const { before, out } = await evaluatedBy(['--time-scale', '0', '--make-up-answers'], 'simulated')
  expect(before).toMatch(
    /^Answers +simulated: knows the 240 questions of benchmark demo\. It invents answers to others/mu,
  )
  expect(out).toMatch(/\nsc@4 +0\.0 %/u)
  expect(out).toMatch(/it invents answers to questions it does not know, and their accuracy means nothing/u)
  expect(out).not.toContain('blocked')
})
