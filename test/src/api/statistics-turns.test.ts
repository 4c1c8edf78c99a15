import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { AddVerdicts, pathOf, GetGammaAdvice, GetStatistics } from '@cges-fleet/core/contract'
import { EvaluationStatistics, GammaAdvice } from '@cges-fleet/core'
import { expect, it } from 'vitest'
import { useTeams } from '../access/use-teams.js'
import { largeEvaluation } from '../support/large-evaluations.js'

/** One thread: turns alone decide who is served. */
const teams = useTeams({ STATISTICS_MEMORY_MB: process.env['STATISTICS_MEMORY_MB'] ?? '319' })

/** `STATISTICS_QUESTIONS=1875`: with 16 samples each, the 30,000 of an ordinary run. Times are printed. */
const QUESTIONS = Number(process.env['STATISTICS_QUESTIONS'] ?? 600)
const SAMPLES = 16
const METHODS = ['sc@16', ...[2, 3, 4, 5, 6, 7, 8, 9, 10].map((window) => `esc:window=${window}@16`)]
const HUNG_UP_AFTER_MS = 1500

const path = (id: string, baseline = 'sc') =>
  `${pathOf(GetStatistics, { path: { id } })}?baseline=${encodeURIComponent(baseline)}`

/** The most memory that a process ever had. */
function peakMb(pid: number | undefined): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

it('answers another team next, however much a team asks for, and computes nothing for those who hang up', async () => {
  const { db, one, two, ask, url, app } = teams()
  const theirs = await largeEvaluation(db, one.id, { questions: QUESTIONS, samples: SAMPLES, methods: METHODS })
  const ours = await largeEvaluation(db, two.id, { questions: QUESTIONS, samples: SAMPLES, methods: METHODS })
  const before = peakMb(app.process.pid)
  const began = performance.now()
  const since = () => Math.round(performance.now() - began)
  expect(await ask('GET', path(ours, METHODS[1]), { key: two.keys.viewer })).toMatchObject({ status: 200 })
  const alone = since()
  console.log(
    `${QUESTIONS * SAMPLES} samples: alone ${alone} ms; the API grew from ${before} to ${peakMb(app.process.pid)} MB`,
  )

  const stay = METHODS.map((baseline) => ask('GET', path(theirs, baseline), { key: one.keys.viewer }).then(since))
  await sleep(50)
  const other = await ask('GET', path(ours, METHODS[2]), { key: two.keys.viewer }).then(since)
  const served = await Promise.all(stay)
  expect(served.filter((at) => at < other).length).toBeLessThanOrEqual(1)

  const hungUp = AbortSignal.timeout(HUNG_UP_AFTER_MS)
  const headers = { authorization: `Bearer ${one.keys.viewer}` }
  await db.query(`UPDATE evaluation SET digest = 'changed' WHERE id = $1`, [theirs])
  const requests = METHODS.map((baseline) =>
    fetch(`${url}${path(theirs, baseline)}`, { headers, signal: hungUp }).then(
      ({ status }) => `${status}`,
      () => 'hung up',
    ),
  )
  await Promise.all(requests)
  const from = since()
  expect(await ask('GET', path(ours, METHODS[3]), { key: two.keys.viewer })).toMatchObject({ status: 200 })
  console.log(`beside ten requests hung up after ${HUNG_UP_AFTER_MS} ms: ${since() - from} ms`)
  await expect
    .poll(() => db.query(`SELECT 1 FROM pg_stat_activity WHERE application_name = 'cges-statistics'`))
    .toHaveLength(0)
}, 900_000)

it('advises on a part of a large evaluation, and says how much it left out', async () => {
  const { db, one, ask, app } = teams()
  const questions = Number(process.env['ADVICE_QUESTIONS'] ?? 7000)
  const id = await largeEvaluation(db, one.id, { questions, samples: SAMPLES, methods: ['sc@16'] })
  const before = peakMb(app.process.pid)
  const began = performance.now()
  const { body, status, text } = await ask('GET', pathOf(GetGammaAdvice, { path: { id, signal: 'lns-arith' } }), {
    key: one.keys.viewer,
  })
  expect(status, text).toBe(200)
  console.log(
    `advice on ${questions * SAMPLES} samples: ${Math.round(performance.now() - began)} ms; the API grew from ${before} to ${peakMb(app.process.pid)} MB`,
  )
  const { advice } = GammaAdvice.parse(body)
  expect(advice).toMatchObject({ slice: 100, rest: 3025, left: questions - 3125 })
}, 900_000)

it('computes an external rule on top of what is cached, and refuses what would not fit in memory', async () => {
  const { db, one, ask } = teams()
  const [sc = '', ...others] = METHODS
  const id = await largeEvaluation(db, one.id, { questions: QUESTIONS, samples: SAMPLES, methods: [sc, ...others] })
  const key = one.keys.operator
  const timed = async () => {
    const began = performance.now()
    const { body, status, text } = await ask('GET', path(id), { key })
    expect(status, text).toBe(200)
    return { ms: Math.round(performance.now() - began), final: EvaluationStatistics.parse(body).final }
  }
  const base = await timed()
  for (const rule of ['first', 'second']) {
    for (let from = 0; from < QUESTIONS; from += 1000) {
      const positions = Array.from({ length: Math.min(1000, QUESTIONS - from) }, (_, at) => from + at)
      const verdicts = positions.map((at) => ({ questionId: `q-${at}`, replicate: 0, calls: 3, answer: null }))
      const added = await ask('POST', pathOf(AddVerdicts, { path: { id } }), {
        key,
        body: { name: rule, budget: 16, verdicts },
      })
      expect(added.status, added.text).toBe(200)
    }
    const more = await timed()
    console.log(`own methods ${base.ms} ms, with a ${rule} external rule ${more.ms} ms`)
    expect(more.final?.methods).toHaveLength((base.final?.methods.length ?? 0) + (rule === 'first' ? 1 : 2))
    expect(more.final?.signals).toEqual(base.final?.signals)
  }
  await db.query(`UPDATE evaluation SET samples_drawn = 5000000 WHERE id = $1`, [id])
  const refused = await ask('GET', path(id), { key })
  expect([refused.status, refused.text]).toEqual([
    409,
    expect.stringMatching(/need about \d+ MB.*STATISTICS_MEMORY_MB/),
  ])
}, 600_000)
