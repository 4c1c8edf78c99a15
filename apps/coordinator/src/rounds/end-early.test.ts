import { decide, isTrialMethod, type MethodSpec, methodKey, cutTokens, parseMethodSpec } from '@cges-fleet/methods'
import { NO_ROOM, type OpenTrial, type ReadSample } from '@cges-fleet/db'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contiguousPrefix } from './decide-trial.js'
import { NO_SETS } from './ranked-sets.js'
import { NOTHING_AHEAD } from './load-round.js'
import { planRound } from './plan-round.js'

const specOf = (text: string): MethodSpec => {
  const parsed = parseMethodSpec(text, 8)
  if (!parsed.ok) throw new Error(parsed.problem)
  return parsed.spec
}
const ENDING = [
  'keep=0.6,warmUps=2,window=4',
  'keep=0.8,threshold=0.99,warmUps=3,window=4',
  'keep=0.9,warmUps=2,window=9',
]
const METHODS = [...ENDING.map((each) => `deepconf:${each}@8`), 'sc@5', 'asc-beta@8'].map(specOf)

/** A model's answer to one index: where its confidence falls by either window, and what it says at its end. */
const whole = fc.record({
  answerKey: fc.constantFrom('a', 'b', 'c'),
  falls: fc.array(fc.integer({ min: 300, max: 1200 }), { minLength: 1, maxLength: 6 }),
})
type Whole = { readonly answerKey: string; readonly falls: readonly number[] }

function sampleOf({ answerKey, falls }: Whole, index: number): ReadSample {
  const lows = falls.filter((each, at) => falls.slice(0, at).every((before) => before > each))
  const minima = (shift: number) => lows.map((each, at) => [shift + 10 * at, each / 100 + shift / 50] as const)
  return {
    index,
    outcome: 'answer',
    answerKey,
    signals: {},
    completionTokens: 90,
    minima: { 4: minima(4), 9: minima(9) },
  }
}

/** What a worker stores of an answer that may be ended below these. */
function ended(read: ReadSample, endsBelow: Readonly<Record<number, number>>): ReadSample {
  const at = Object.entries(endsBelow).map(([window, below]) =>
    (read.minima?.[Number(window)] ?? []).find(([, confidence]) => confidence < below),
  )
  if (at.includes(undefined)) return read
  const tokens = Math.max(...at.map((each) => each?.[0] ?? 0))
  const cut = (window: number) => (read.minima?.[window] ?? []).filter(([after]) => after <= tokens)
  const minima = { 4: cut(4), 9: cut(9) }
  return { ...read, outcome: 'ended_early', answerKey: null, completionTokens: tokens, minima }
}

/** Runs a trial to its end, a round after each answer. */
async function run(answers: readonly Whole[], methods: readonly MethodSpec[], mayEnd: boolean) {
  const evaluation = { methods, lookahead: 'off', audit: 0, questions: 1, seed: 3 } as const
  const samples: ReadSample[] = []
  const verdicts = new Map<string, object>()
  let early = 0
  for (let round = 0; round < 20; round += 1) {
    const place = { id: 't', position: 0, replicate: 0, seedBase: 0, blocked: false }
    const trial: OpenTrial = { ...place, requested: samples.length, decided: [...verdicts.keys()], samples }
    const rest = { sets: NO_SETS, certified: () => [], returned: [], idle: 1, ahead: NOTHING_AHEAD }
    const room = { ...NO_ROOM, inFlight: 8, free: 8, samples: Infinity }
    const plan = await planRound({ trials: [trial], room, evaluation, ...rest })
    if (plan instanceof Error) throw plan
    for (const verdict of plan.decisions[0]?.verdicts ?? []) verdicts.set(verdict.methodKey, verdict)
    for (const { index, endsBelow } of plan.samples) {
      const read = sampleOf(answers[index] ?? { answerKey: 'a', falls: [900] }, index)
      const stored = mayEnd && endsBelow !== undefined ? ended(read, endsBelow) : read
      if (stored.outcome === 'ended_early') early += 1
      samples.push(stored)
    }
    if (plan.samples.length === 0) break
  }
  return { verdicts, samples, early }
}

const answers = fc.array(whole, { minLength: 8, maxLength: 8 })

it('decides and charges the same whether answers are ended where they may be or drawn whole', async () => {
  let early = 0
  await fc.assert(
    fc.asyncProperty(answers, fc.subarray(METHODS, { minLength: 1 }), async (drawn, methods) => {
      const is = await run(drawn, methods, true)
      const was = await run(drawn, methods, false)
      early += is.early
      expect(is.verdicts).toEqual(was.verdicts)
      const { votes } = contiguousPrefix(drawn.map(sampleOf))
      for (const spec of methods.filter(isTrialMethod)) {
        const alone = decide(spec, votes)
        if (alone.state === 'open') throw new Error('open with its whole budget drawn')
        const tokens = cutTokens(spec, votes.slice(0, alone.calls))
        expect(is.verdicts.get(methodKey(spec))).toMatchObject({ calls: alone.calls, answerKey: alone.answer, tokens })
      }
    }),
    { numRuns: 300 },
  )
  expect(early).toBeGreaterThan(20)
})

it('gives bars to what nothing else may read, and none to what another method may, or an audit', async () => {
  const drawn = [
    { answerKey: 'a', falls: [900] },
    { answerKey: 'b', falls: [800] },
    { answerKey: 'c', falls: [700] },
  ]
  const place = { id: 't', position: 0, replicate: 0, seedBase: 0, blocked: false, decided: [] }
  const trials = [{ ...place, requested: drawn.length, samples: drawn.map(sampleOf) }]
  const barsOf = async (methods: readonly MethodSpec[], audit: number) => {
    const evaluation = { methods, lookahead: 'off', audit, questions: 1, seed: 3 } as const
    const rest = { sets: NO_SETS, certified: () => [], returned: [], idle: 1, ahead: NOTHING_AHEAD }
    const plan = await planRound({
      trials,
      room: { ...NO_ROOM, inFlight: 8, free: 8, samples: Infinity },
      evaluation,
      ...rest,
    })
    if (plan instanceof Error) throw plan
    return plan.samples.map(({ endsBelow }) => endsBelow !== undefined)
  }
  const [lenient, strict] = METHODS.slice(1, 3)
  if (lenient === undefined || strict === undefined) throw new Error('no methods')
  expect(await barsOf([lenient, strict], 0)).toEqual([true])
  expect(await barsOf([lenient, specOf('asc-beta@8')], 0)).toContain(false)
  expect(await barsOf([lenient, specOf('asc-beta@8')], 0)).not.toContain(true)
  expect(await barsOf([lenient, strict], 1)).toEqual([false, false, false, false, false])
})
