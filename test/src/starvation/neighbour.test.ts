import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '@cges-fleet/statistics'
import { type DataSource, insertEvaluation, openDatabase } from '@cges-fleet/db'
import { AddSamples, CreateImport, pathOf } from '@cges-fleet/core/contract'
import { afterEach, expect, it } from 'vitest'
import type { RunningApp } from '../fleet/spawn-app.js'
import { TestFleet } from '../fleet/test-fleet.js'
import { newEvaluation, otherTeam, POOL, questions } from '../support/evaluation-rows.js'
import { importedSample } from '../support/landed-samples.js'
import { PROBED, readLoop } from './api/read-loop.js'
import { nested } from './shapes/texts.js'

let fleet: TestFleet | undefined
let db: DataSource | undefined

afterEach(async () => {
  await fleet?.stop()
  await db?.destroy()
  fleet = db = undefined
})

/** Samples another team has drawn in each stretch, and how many stretches with and without an import take turns. */
const SAMPLES = 200
const PAIRS = 3
const sets = (inner: number) => nested('\\{1,', String(inner), '\\}')
const LONG_REFERENCE = 915
const QUESTIONS = Array.from({ length: 10 }, (_, at) => ({
  id: `q-${at}`,
  question: 'Which set?',
  answer: `${at}${sets(2).text(LONG_REFERENCE)}`,
}))

/** Imports a log of 40 short answers, none of them easy to compare, nor seen before, and waits until they are graded. */
async function importHostile(to: TestFleet, inner: number): Promise<void> {
  const source = { format: 'recordings', files: ['hostile.jsonl'] }
  const spec = { benchmark: 'hostile', model: 'm', methods: ['sc@4'], source }
  const { id } = (await to.post(pathOf(CreateImport), spec)) as { id: string }
  const samples = QUESTIONS.flatMap(({ id: questionId }, at) =>
    [0, 1, 2, 3].map((index) => importedSample(questionId, index, { answer: sets(inner).text(40 + 10 * index + at) })),
  )
  await to.post(pathOf(AddSamples, { path: { id } }), { samples, complete: true })
  const isDone = async () => {
    const [row] = await to.sql<{ done: boolean }>(`SELECT status = 'done' AS done FROM evaluation WHERE id = $1`, [id])
    return row?.done === true
  }
  while (!(await isDone())) await sleep(20)
}

/** What a stretch of the other team's samples took. */
interface Stretch {
  readonly perSecond: number
  readonly cpuMsPerSample: number
}

/** Lasts for so many samples, and until something else has ended. */
async function stretch(
  coordinator: RunningApp,
  drawn: () => Promise<number>,
  other: Promise<void> = Promise.resolve(),
): Promise<Stretch> {
  const ended = new AbortController()
  const ending = other.finally(() => ended.abort())
  const from = await drawn()
  await readLoop(coordinator)
  const began = performance.now()
  let count = 0
  while ((count = (await drawn()) - from) < SAMPLES || !ended.signal.aborted) await sleep(20)
  await ending
  const { cpuMs } = await readLoop(coordinator)
  return { perSecond: (1000 * count) / (performance.now() - began), cpuMsPerSample: cpuMs / count }
}

/**
 * The share another team keeps of its samples beside an import: of those per second by the clock, which other work of the
 * machine may disturb, or of those per second of the coordinator's CPU time, which it does not, but in which the import's own
 * work counts as lost, though another processor did it. What starves a team lowers both.
 */
async function shareKept(): Promise<number> {
  const everyone = { NODE_OPTIONS: PROBED.join('=') }
  fleet = await TestFleet.start({
    redis: null,
    workers: 1,
    worker: { POOL },
    everyone,
  })
  db = await openDatabase({ url: fleet.database.url, application: 'test', connections: 2 })
  const importing = fleet
  const on = db
  const named = { name: 'hostile', title: 'Hostile', answerKind: 'math', template: '{question}' } as const
  await importing.importBenchmark({ ...named, origin: 'imported', sampling: {}, questions: QUESTIONS })
  const team = await otherTeam(on)
  const content = { questions: questions(2000) }
  await insertEvaluation(on, team, await newEvaluation(on, { team, methods: ['sc@4'], benchmark: content }))
  const drawn = async () => {
    const [row] = await importing.sql<{ n: number }>(
      `SELECT count(*)::int AS n FROM sample WHERE state = 'read' AND team_id = $1`,
      [team],
    )
    return row?.n ?? 0
  }
  const [, coordinator] = importing.processes
  if (coordinator === undefined) throw new Error('no coordinator')
  await stretch(coordinator, drawn)
  const without: Stretch[] = []
  const together: Stretch[] = []
  for (let pair = 0; pair < PAIRS; pair += 1) {
    without.push(await stretch(coordinator, drawn))
    together.push(await stretch(coordinator, drawn, importHostile(importing, pair)))
  }
  const middle = (all: readonly Stretch[], of: keyof Stretch) => median(all.map((each) => each[of])) ?? Number.NaN
  const rate = middle(together, 'perSecond') / middle(without, 'perSecond')
  const kept = middle(without, 'cpuMsPerSample') / middle(together, 'cpuMsPerSample')
  console.info(
    `beside an import ${rate.toFixed(2)} of the samples per second, ${kept.toFixed(2)} of those per CPU second`,
  )
  return Math.max(rate, kept)
}

const LEAST_KEPT = 0.9

it('leaves another team its samples per second beside an import of nested sets', async () => {
  expect(await shareKept()).toBeGreaterThanOrEqual(LEAST_KEPT)
})
