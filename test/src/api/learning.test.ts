import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { learnGate, learnLabelledGate, learnShapes, parseMethodSpec, type Taken } from '@cges-fleet/methods'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cges } from '../cli/run-cges.js'
import { drawn, questions, round, select, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { useApi } from './use-api.js'

const ROOT = new URL('../../../packages/', import.meta.url)
const RECORDING = fileURLToPath(new URL('tiny-llama/recording.jsonl.gz', ROOT))

const api = useApi()
let folder: string
let id: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cges-learning-'))
  const { db } = api()
  id = await submit(db, {
    methods: ['sc@4', 'cges:confidence=lns-arith,gamma=0.9@4'],
    benchmark: { name: 'learned-from', questions: questions(40).map((each) => ({ ...each, answer: 'a' })) },
  })
  for (let landed = 1; landed > 0;) {
    await round(db, id)
    landed = await landAll(db, ({ seed }) => {
      const isSure = seed % 3 > 0
      const confidence = (isSure ? 0.9 : 0.6) + (seed % 89) / 1000
      return drawn(seed % 7 === 0 ? null : isSure ? 'a' : `${seed % 5}`, { signals: { 'lns-arith': confidence } })
    })
  }
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Learned {
  readonly questions: number
  readonly samples?: number
  readonly models: readonly string[]
  readonly method: string
  readonly [name: string]: unknown
}

async function learned(...args: string[]): Promise<Learned> {
  const run = cges([...args, '--json', '--api', api().url])
  expect(await run.code, run.err()).toBe(0)
  const report = JSON.parse(run.out()) as Learned
  expect(parseMethodSpec(report.method, 16).ok, report.method).toBe(true)
  return report
}

/** Each question's answers and confidences as they are stored. */
async function stored(): Promise<{ answers: (string | null)[]; confidences: number[] }[]> {
  return select(
    api().db,
    `SELECT array_agg(s.answer_key ORDER BY s.index) AS answers,
            array_agg((s.signals ->> 'lns-arith')::float8 ORDER BY s.index) AS confidences
     FROM sample s JOIN trial t ON t.id = s.trial_id WHERE s.evaluation_id = $1 GROUP BY t.position ORDER BY t.position`,
    [id],
  )
}

it('learns a prior from a stored evaluation: that of the answers drawn', async () => {
  const { prior, method, ...of } = await learned('prior', id, '--delta', '0.1')
  const shapes = learnShapes((await stored()).map(({ answers }) => answers))
  expect(prior).toEqual(shapes)
  expect(of).toMatchObject({ questions: 40, samples: 160, models: [expect.any(String)] })
  expect(method).toBe(
    `bayes:answers=${shapes.answers},delta=0.1,easy=${shapes.easy},hard=${shapes.hard},share=${shapes.share}`,
  )
})

it('learns a prior from a recording, which replay takes', async () => {
  const { method, ...of } = await learned('prior', RECORDING)
  expect(of).toMatchObject({ questions: 300, samples: 4800, models: [] })
  const replay = cges(['replay', RECORDING, '--methods', `${method}@16;bayes@16`, '--seeds', '2', '--json'])
  expect(await replay.code, replay.err()).toBe(0)
  const { methods } = JSON.parse(replay.out()) as { methods: { calls: { mean: number } }[] }
  // What was learned from such questions saves calls.
  expect(methods[0]?.calls.mean).toBeLessThan(methods[1]?.calls.mean ?? 0)
})

it('learns a gate from a stored evaluation: that of the first answers', async () => {
  const { method, gate, mean, spread, ...of } = await learned(
    'gate',
    id,
    '--confidence',
    'lns-arith',
    '--target',
    '0.8',
  )
  const first = (await stored()).flatMap(({ answers, confidences }) => {
    const at = answers.findIndex((answer) => answer !== null)
    return confidences[at] ?? []
  })
  const { taken, isApart, ...rest } = learnGate(first, 0.8)
  expect({ gate, mean, spread, parts: of['parts'] }).toEqual(rest)
  expect(of).toMatchObject({ questions: 40, first: first.length, models: [expect.any(String)], taken, isApart })
  expect(method).toBe(`reasc:confidence=lns-arith,gate=${String(gate)},mean=${String(mean)},spread=${String(spread)}`)
})

it('learns a gate from a recording: that of an independent computation', async () => {
  const [line = ''] = readFileSync(new URL('methods/src/golden/gate.jsonl', ROOT), 'utf8').split('\n')
  const {
    confidences,
    target,
    expect: wanted,
  } = JSON.parse(line) as {
    confidences: number[]
    target: number
    expect: { gate: number; mean: number; spread: number }
  }
  const file = join(folder, 'first.jsonl')
  const recorded = confidences.map((confidence, at) => {
    const samples = [{ answer: null }, { answer: '7', confidence }, { answer: '8', confidence: 0.5 }]
    return JSON.stringify({ question_id: `q${at}`, answer: '7', samples })
  })
  writeFileSync(file, recorded.join('\n'))
  const { gate, mean, spread } = await learned('gate', file, '--confidence', 'lns-geom', '--target', `${target}`)
  expect(gate).toBeCloseTo(wanted.gate, 6)
  expect(mean).toBeCloseTo(wanted.mean, 5)
  expect(spread).toBeCloseTo(wanted.spread, 5)
})

interface OnLabels extends Learned {
  readonly onLabels: Taken
  readonly check: Taken | null
}

it('learns a gate from labels: that of an independent computation, which it calls optimistic', async () => {
  const [line = ''] = readFileSync(new URL('methods/src/golden/labelled-gate.jsonl', ROOT), 'utf8').split('\n')
  const given = JSON.parse(line) as {
    confidences: number[]
    labels: boolean[]
    target: number
    expect: { gate: number; mean: number; spread: number; taken: number; right: number }
  }
  const file = join(folder, 'labelled.jsonl')
  const recorded = given.confidences.map((confidence, at) => {
    const samples = [
      { answer: null },
      { answer: given.labels[at] ? '7' : '9', confidence },
      { answer: '7', confidence: 0.5 },
    ]
    return JSON.stringify({ question_id: `q${at}`, answer: '7', samples })
  })
  writeFileSync(file, recorded.join('\n'))
  const args = [file, '--confidence', 'lns-geom', '--target', `${given.target}`, '--anyway', '--labels']
  const { gate, mean, spread, onLabels, check } = (await learned('gate', ...args)) as OnLabels
  expect([gate, mean, spread].map(Number)).toEqual(
    [given.expect.gate, given.expect.mean, given.expect.spread].map((value) => expect.closeTo(value, 5) as number),
  )
  const { taken, right } = given.expect
  expect([onLabels, check]).toEqual([{ answers: 40, taken, right }, null])
  const command = cges(['gate', ...args, '25'])
  expect(await command.code, command.err()).toBe(0)
  expect(command.out()).toMatch(
    /labels of 25 of 40 questions \(seed 0\)[^]*optimistic[^]*on the other 15 questions it accepts/u,
  )
})

it('learns a gate from the labels of a stored evaluation, and checks it on the questions it did not learn from', async () => {
  const first = (await stored()).flatMap(({ answers, confidences }) => {
    const at = answers.findIndex((answer) => answer !== null)
    return at < 0 ? [] : { isRight: answers[at] === 'a', confidence: confidences[at] ?? NaN }
  })
  const args = ['gate', id, '--confidence', 'lns-arith', '--target', '0.9', '--labels']
  const { method: _, ...all } = await learned(...args)
  expect(all).toMatchObject({ ...learnLabelledGate(first, 0.9), questions: 40, labels: 40, check: null })
  const { onLabels, check, ...of } = (await learned(...args, '30', '--seed', '3')) as OnLabels
  expect(of).toMatchObject({ questions: 40, labels: 30, seed: 3, models: [expect.any(String)] })
  expect(onLabels.right / onLabels.taken).toBeGreaterThanOrEqual(0.9)
  const gate = Number(of['gate'])
  const sure = first.filter(({ confidence }) => confidence >= gate)
  expect([onLabels.answers + (check?.answers ?? NaN), onLabels.taken + (check?.taken ?? NaN)]).toEqual([
    first.length,
    sure.length,
  ])
  expect(onLabels.right + (check?.right ?? NaN)).toBe(sure.filter(({ isRight }) => isRight).length)
})
