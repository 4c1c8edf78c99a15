import { isAudited } from '@cges-fleet/core'
import { methodKey, parseMethodSpec } from '@cges-fleet/methods'
import { NO_ROOM, type OpenTrial, type ReadSample } from '@cges-fleet/db'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NO_SETS } from './ranked-sets.js'
import { NOTHING_AHEAD } from './load-round.js'
import { type Planned, planRound, type RoundPlan } from './plan-round.js'

const METHODS = ['sc@6', 'esc:window=3@6', 'asc-beta@8', 'cges:confidence=lns-arith,gamma=0.95@8'].map((text) => {
  const parsed = parseMethodSpec(text, 8)
  if (!parsed.ok) throw new Error(parsed.problem)
  return parsed.spec
})
const KEYS = METHODS.map(methodKey)
const MOST = 8

const sample = (index: number): fc.Arbitrary<ReadSample> =>
  fc
    .record({
      index: fc.constant(index),
      outcome: fc.constantFrom('answer', 'no_answer', 'infra_error'),
      answerKey: fc.constantFrom('a', 'b'),
      signals: fc.double({ min: 0.01, max: 0.99, noNaN: true }).map((value) => ({ 'lns-arith': value })),
    })
    .map((read) => (read.outcome === 'answer' ? read : { ...read, answerKey: null }))

/** A trial with some of its samples read, gaps included, and some of its methods decided. */
const trial = (id: string): fc.Arbitrary<OpenTrial> =>
  fc.integer({ min: 0, max: MOST }).chain((requested) =>
    fc.record({
      id: fc.constant(id),
      position: fc.nat({ max: 5 }),
      replicate: fc.constant(0),
      seedBase: fc.constant(1024),
      requested: fc.constant(requested),
      blocked: fc.boolean(),
      decided: fc.subarray(KEYS),
      samples: fc
        .tuple(...Array.from({ length: requested }, (_, index) => fc.option(sample(index), { nil: null, freq: 6 })))
        .map((all) => all.filter((one) => one !== null)),
    }),
  )

const state: fc.Arbitrary<Planned> = fc
  .record({
    trials: fc
      .integer({ min: 0, max: 6 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => trial(`t${at}`)))),
    free: fc.integer({ min: 0, max: 40 }),
    samples: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constant(Infinity)),
    returned: fc.integer({ min: 0, max: 5 }),
    idle: fc.integer({ min: 0, max: 6 }),
    audit: fc.constantFrom(0, 0.3, 1),
  })
  .map(({ trials, free, samples, returned, idle, audit }) => ({
    trials,
    sets: NO_SETS,
    certified: () => [],
    room: { ...NO_ROOM, inFlight: 64, free: free + returned, samples },
    returned: { length: returned },
    idle: Math.min(idle, trials.length),
    evaluation: { methods: METHODS, lookahead: 'off', audit, questions: 6, seed: 3 },
    ahead: NOTHING_AHEAD,
  }))

async function planned(from: Planned): Promise<RoundPlan> {
  const plan = await planRound(from)
  if (plan instanceof Error) throw plan
  return plan
}

it('never plans more than there is room for, and says where a cap and not the room was the least', async () => {
  await fc.assert(
    fc.asyncProperty(state, async (from) => {
      const { samples, capped } = await planned(from)
      const free = from.room.free - from.returned.length
      expect(samples.length).toBeLessThanOrEqual(Math.min(free, from.room.samples))
      const uncapped = await planned({ ...from, room: { ...from.room, samples: Infinity } })
      expect(capped).toBe(uncapped.samples.length > samples.length)
      expect(uncapped.samples.slice(0, samples.length)).toEqual(samples)
    }),
  )
})

it('asks for the next indices of each trial, none twice and none that no method is certain to need', async () => {
  await fc.assert(
    fc.asyncProperty(state, async (from) => {
      const { samples, decisions } = await planned(from)
      for (const { id, requested, seedBase } of from.trials) {
        const ofTrial = samples.filter(({ trialId }) => trialId === id)
        expect(ofTrial).toEqual(
          ofTrial.map((_, at) => ({ trialId: id, index: requested + at, seed: seedBase + requested + at })),
        )
        const wanted = decisions.find(({ change }) => change.id === id)?.wanted ?? 0
        expect(requested + ofTrial.length).toBeLessThanOrEqual(Math.max(requested, wanted))
        expect(wanted).toBeLessThanOrEqual(MOST)
      }
    }),
  )
})

it('decides every trial, each as if it were alone, and gives no method a second verdict', async () => {
  await fc.assert(
    fc.asyncProperty(state, async (from) => {
      const { decisions } = await planned(from)
      expect(decisions.map(({ change }) => change.id)).toEqual(from.trials.map(({ id }) => id))
      for (const [at, each] of from.trials.entries()) {
        expect((await planned({ ...from, trials: [each] })).decisions).toEqual([decisions[at]])
        const keys = decisions[at]?.verdicts.map(({ methodKey: key }) => key) ?? []
        expect(keys.filter((key) => each.decided.includes(key))).toEqual([])
      }
    }),
  )
})

it('decides the same where trials are audited, and draws those and no others further', async () => {
  await fc.assert(
    fc.asyncProperty(state, async (from) => {
      const without = await planned({ ...from, evaluation: { ...from.evaluation, audit: 0 } })
      const { decisions } = await planned(from)
      for (const [at, { verdicts, standings, change, wanted }] of decisions.entries()) {
        const plain = without.decisions[at]
        expect({ verdicts, standings }).toEqual({ verdicts: plain?.verdicts, standings: plain?.standings })
        const trialOf = from.trials[at] ?? { position: 0, replicate: 0 }
        if (isAudited(trialOf, from.evaluation)) {
          expect(wanted).toBe(change.state === 'open' ? MOST : 0)
        } else expect({ change, wanted }).toEqual({ change: plain?.change, wanted: plain?.wanted })
      }
    }),
  )
})

it('looks for more trials with nothing in flight where those it saw left room, and only there', async () => {
  await fc.assert(
    fc.asyncProperty(state, async (from) => {
      const { samples, moreIdle, capped } = await planned(from)
      const free = from.room.free - from.returned.length
      if (capped) return
      expect(moreIdle).toBe(free > 0 && from.idle >= free && samples.length < free)
    }),
  )
})

it('gives why a rule refuses its input, and plans nothing then', async () => {
  const read: ReadSample = { index: 0, outcome: 'answer', answerKey: 'a', signals: null }
  const trials = [
    {
      id: 't',
      position: 0,
      replicate: 0,
      seedBase: 0,
      requested: 1,
      blocked: false,
      samples: [read],
      decided: [],
    },
  ]
  const evaluation = { methods: METHODS, lookahead: 'off', audit: 0, questions: 1, seed: 0 } as const
  const nothing = { returned: [], idle: 0, ahead: NOTHING_AHEAD }
  const from = { trials, sets: NO_SETS, certified: () => [], room: NO_ROOM, ...nothing, evaluation }
  expect(await planRound(from)).toHaveProperty('message', expect.stringMatching(/lns-arith/))
})
