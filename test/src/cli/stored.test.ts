import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GammaAdvice } from '@cges-fleet/core'
import { GetGammaAdvice, pathOf } from '@cges-fleet/core/contract'
import type { ClaimedDraw } from '@cges-fleet/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useApi } from '../api/use-api.js'
import { drawn, questions, round, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { cges } from './run-cges.js'

const api = useApi()
const folder = mkdtempSync(join(tmpdir(), 'stored-'))
afterAll(() => rmSync(folder, { recursive: true }))

const QUESTIONS = 60

/** Right on all but every sixth sample, and surer where it is. */
function model({ seed, question }: ClaimedDraw) {
  const right = question.replaceAll(/\D/g, '')
  return seed % 6 === 0
    ? drawn(`not ${right}`, { signals: { 'lns-arith': 0.6 } })
    : drawn(right, { signals: { 'lns-arith': 0.93 } })
}

/** Sure of a wrong answer in the first sample of every question, right ever after. */
function misleading({ index, question }: ClaimedDraw) {
  const right = question.replaceAll(/\D/g, '')
  return index === 0
    ? drawn('wrong', { signals: { 'lns-arith': 0.97 } })
    : drawn(right, { signals: { 'lns-arith': 0.7 } })
}

/** Right, and never sure of it. */
function doubting({ question }: ClaimedDraw) {
  return drawn(question.replaceAll(/\D/g, ''), { signals: { 'lns-arith': 0.3 } })
}

async function finished(name: string, draw: typeof model, methods: readonly string[]) {
  const { db } = api()
  const id = await submit(db, { methods: [...methods], benchmark: { name, questions: questions(QUESTIONS) } })
  for (let count = 0; count < 40; count += 1) {
    await round(db, id)
    if ((await landAll(db, draw)) === 0) break
  }
  return id
}

async function run(...args: string[]) {
  const process = cges([...args, '--api', api().url])
  const code = await process.code
  return { code, out: process.out(), err: process.err() }
}

const CGES = 'cges:confidence=lns-arith,gamma=0.9@8'

type Tuned = Pick<NonNullable<GammaAdvice['advice']>, 'gammaInterval' | 'recalibration' | 'checks'> & {
  readonly chosen: { readonly gamma: number }
}

describe('cges check against a real API', () => {
  let good = ''
  let bad = ''
  beforeAll(async () => {
    good = await finished('good', model, ['sc@8', CGES])
    bad = await finished('bad', misleading, ['sc@8', CGES])
  })

  it('ends with 0 where the method keeps up, and writes what CI reads', async () => {
    const junit = join(folder, 'check.xml')
    const json = join(folder, 'check.json')
    const { code, out } = await run('check', good, '--delta', '10', '--junit', junit, '--json-file', json)
    expect(out).toMatch(/SIMULATED: passed, at a delta of 10 points/u)
    expect(out).toContain('SIMULATED: the answers come from the built-in simulator')
    expect(code).toBe(0)
    expect(readFileSync(junit, 'utf8')).toContain('failures="0" errors="0"')
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({
      evaluation: { id: good, provenance: 'simulated' },
      result: 'passed',
    })
  })

  it('ends with 1 where it is worse, or charged too much', async () => {
    expect(await run('check', bad)).toMatchObject({ code: 1, out: expect.stringContaining('failed') })
    expect(await run('check', good, '--delta', '10', '--max-calls', '1')).toMatchObject({ code: 1 })
  })

  it('ends with 2 where nothing can be said', async () => {
    expect(await run('check', good, '--delta', '0.1')).toMatchObject({
      code: 2,
      out: expect.stringContaining('undecided'),
    })
    const running = await submit(api().db, {
      methods: ['sc@8', CGES],
      benchmark: { name: 'open', questions: questions(3) },
    })
    expect(await run('check', running)).toMatchObject({ code: 2 })
  })

  it('ends with 3 where nothing was checked', async () => {
    expect(await run('check', '019ab000-0000-7000-8000-000000000000')).toMatchObject({ code: 3 })
    expect(await run('check', good, '--delta', 'much')).toMatchObject({ code: 3 })
  })

  it('tunes on a slice of a stored evaluation', async () => {
    const { code, out, err } = await run('tune', good, '--slice', '20', '--budget', '8')
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('SIMULATED')
    expect(out).toContain('γ chosen on 20 of 60 questions (seed 0), checked on the other 40')
    expect(out).toMatch(/lns-arith: (?:CGES|Stopping at γ)/u)
    const json = JSON.parse((await run('tune', good, '--slice', '20', '--budget', '8', '--json')).out) as {
      signals: { signal: string; quality: { n: number }; checks: { questions: number; scAccuracy: number }[] }[]
    }
    expect(json).toMatchObject({ questions: 60, slice: 20, budget: 8 })
    expect(json.signals).toHaveLength(1)
    expect(json.signals[0]).toMatchObject({
      signal: 'lns-arith',
      quality: { n: 20 * 8 },
      checks: [{ questions: 40 }, {}],
    })
  })

  it('tunes on no samples that the evaluation’s rules chose', async () => {
    const alone = await finished('stopping', model, [CGES])
    const { code, out, err } = await run('tune', alone, '--slice', '20', '--json')
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(/^warning: only the first \d samples? of each question are used/u),
    ])
    const { budget } = JSON.parse(out) as { budget: number }
    expect(err).toContain(`the first ${budget} sample`)
    expect(budget).toBeLessThan(8)
  })

  it('tunes to the very figures that the API advises by', async () => {
    const path = { id: good, signal: 'lns-arith' } as const
    const { advice } = GammaAdvice.parse((await api().get(pathOf(GetGammaAdvice, { path }))).body)
    const flags = ['--slice', '30', '--budget', '8', '--signal', 'lns-arith', '--json']
    const { signals } = JSON.parse((await run('tune', good, ...flags)).out) as { signals: Tuned[] }
    const [tuned] = signals
    expect(advice).toMatchObject({ budget: 8, slice: 30, rest: 30, seed: 0, helps: null })
    const saved = 1 - (tuned?.checks[0]?.calls ?? 0) / 8
    const number = expect.any(Number) as number
    const found = { difference: number, low: number, high: number }
    const counts = { gamma: tuned?.chosen.gamma, saved: expect.closeTo(saved, 9) as number, ...found }
    expect(advice?.verdict).toEqual({ kind: 'too_few', counts, why: null })
    expect(advice?.method).toContain(`cges:confidence=lns-arith,gamma=${tuned?.chosen.gamma}`)
    expect(advice?.gammaInterval).toEqual(tuned?.gammaInterval)
    expect(advice?.recalibration).toEqual(tuned?.recalibration)
    expect(advice?.checks[0]?.gamma).toBe(tuned?.chosen.gamma)
    // Those of the methods that ran come last.
    expect(advice?.checks.at(-1)?.gamma).toBe(0.9)
    expect(advice?.ran).toEqual([0.9])
    for (const [place, check] of (tuned?.checks ?? []).entries()) {
      const { gamma, accuracy, scAccuracy, difference, calls } = check
      // The difference itself is that of the two accuracies.
      const limits = difference === null ? null : { low: difference.low, high: difference.high }
      expect(advice?.checks[place]).toMatchObject({ gamma, accuracy, scAccuracy, difference: limits, calls })
    }
  })

  it('advises no γ where none keeps up, and says why there is none', async () => {
    const of = async (id: string, signal: 'lns-arith' | 'mars') =>
      GammaAdvice.parse((await api().get(pathOf(GetGammaAdvice, { path: { id, signal } }))).body)
    const unsure = await finished('unsure', doubting, ['sc@8', CGES])
    expect((await of(unsure, 'lns-arith')).advice).toMatchObject({
      helps: false,
      method: null,
      verdict: { kind: 'low_confidence' },
    })
    expect((await of(good, 'mars')).none).toMatchObject({
      kind: 'no_votes',
      why: expect.stringContaining('what mars is computed from') as string,
    })
    const young = await submit(api().db, { methods: ['sc@8'], benchmark: { name: 'young', questions: questions(4) } })
    expect(await of(young, 'lns-arith')).toMatchObject({ none: { kind: 'not_done' } })
    const alone = await finished('alone', model, [CGES])
    expect((await of(alone, 'lns-arith')).none).toMatchObject({ kind: 'no_sc' })
    const unknown = pathOf(GetGammaAdvice, { path: { id: '019ab000-0000-7000-8000-000000000000', signal: 'mars' } })
    expect((await api().get(unknown)).status).toBe(404)
  })

  it('says what a stored evaluation lacks', async () => {
    const { code, err } = await run('tune', good, '--slice', '20', '--budget', '16')
    expect(code).toBe(1)
    expect(err).toMatch(/--budget is 16, but question .* has 8 samples, .* Set it to 8 or less, or leave it out/u)
    expect(await run('tune', good, '--slice', '20')).toMatchObject({ code: 0 })
  })
})
