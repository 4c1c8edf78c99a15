import { NO_ROOM, type OpenTrial, type ReadSample } from '@cges-fleet/db'
import { methodKey, parseMethodSpec } from '@cges-fleet/methods'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planWithinWindow } from './look-ahead.js'
import { type Planned, planRound, type RoundPlan } from './plan-round.js'
import { NO_SETS } from './ranked-sets.js'

const MOST = 8
const UNAUDITED = { audit: 0, questions: 1, seed: 0 }
const METHODS = ['esc:window=3@6', 'asc-beta@8', 'cges:confidence=lns-arith,gamma=0.95@8'].map(specOf)

function specOf(text: string) {
  const parsed = parseMethodSpec(text, MOST)
  if (!parsed.ok) throw new Error(parsed.problem)
  return parsed.spec
}

const sample = fc.record({
  answerKey: fc.constantFrom('a', 'b'),
  confidence: fc.double({ min: 0.3, max: 0.9, noNaN: true }),
})

/** A trial of which the first samples are read, in order, and some more may be in flight. */
const trial = (id: string): fc.Arbitrary<OpenTrial> =>
  fc
    .record({ read: fc.array(sample, { maxLength: 4 }), inFlight: fc.integer({ min: 0, max: 3 }) })
    .map(({ read, inFlight }) => trialOf(id, read, inFlight))

function trialOf(
  id: string,
  read: readonly { readonly answerKey: string; readonly confidence: number }[],
  inFlight: number,
): OpenTrial {
  const samples: ReadSample[] = read.map(({ answerKey, confidence }, index) => ({
    index,
    outcome: 'answer',
    answerKey,
    signals: { 'lns-arith': confidence },
  }))
  const requested = read.length + inFlight
  return { id, position: 0, replicate: 0, seedBase: 1024, requested, blocked: false, samples, decided: [] }
}

const state: fc.Arbitrary<Planned> = fc
  .record({
    trials: fc
      .integer({ min: 0, max: 5 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => trial(`t${at}`)))),
    free: fc.integer({ min: 0, max: 40 }),
    further: fc
      .integer({ min: 0, max: 3 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => trial(`f${at}`)))),
    idleSlots: fc.integer({ min: 0, max: 40 }),
    lookahead: fc.oneof(fc.constant('auto' as const), fc.integer({ min: 1, max: 9 })),
  })
  .map(({ lookahead, ...from }) => stateOf(from, lookahead))

type Given = Pick<Planned, 'trials'> &
  Pick<Planned['ahead'], 'idleSlots'> &
  Partial<Planned['ahead']> & { readonly free: number }

function stateOf(
  { free, trials, idleSlots, further = [], learned = [], deadline = null }: Given,
  lookahead: Planned['evaluation']['lookahead'],
): Planned {
  return {
    trials,
    ahead: { idleSlots, further, learned, deadline },
    sets: NO_SETS,
    certified: () => [],
    room: { ...NO_ROOM, inFlight: 64, free },
    returned: { length: 0 },
    idle: 0,
    evaluation: { methods: METHODS, lookahead, ...UNAUDITED },
  }
}

async function planned(from: Planned): Promise<RoundPlan> {
  const plan = await planRound(from)
  if (plan instanceof Error) throw plan
  return plan
}

const off = (from: Planned): Planned => ({ ...from, evaluation: { ...from.evaluation, lookahead: 'off' } })

describe('asking ahead of need', () => {
  it('adds to what is certainly needed and changes nothing else, within the slots that are idle', async () => {
    let added = 0
    await fc.assert(
      fc.asyncProperty(state, async (from) => {
        const without = await planned(off(from))
        const ahead = await planned(from)
        expect({ ...ahead, samples: [] }).toEqual({ ...without, samples: [] })
        expect(ahead.samples.slice(0, without.samples.length)).toEqual(without.samples)
        expect(ahead.samples.length).toBeLessThanOrEqual(
          Math.max(without.samples.length, Math.min(from.ahead.idleSlots, from.room.free)),
        )
        added += ahead.samples.length - without.samples.length
      }),
    )
    expect(added).toBeGreaterThan(10)
  })

  it('leaves no gap in a trial, asks none twice, and none beyond its budget', async () => {
    await fc.assert(
      fc.asyncProperty(state, async (from) => {
        const { samples } = await planned(from)
        for (const { id, requested, seedBase } of [...from.trials, ...from.ahead.further]) {
          const ofTrial = samples.filter(({ trialId }) => trialId === id).map(({ index, seed }) => ({ index, seed }))
          expect(ofTrial).toEqual(ofTrial.map((_, at) => ({ index: requested + at, seed: seedBase + requested + at })))
          expect(requested + ofTrial.length).toBeLessThanOrEqual(Math.max(requested, MOST))
        }
      }),
    )
  })

  it('asks for nothing where a trial is decided, and for nothing where no slot is idle', async () => {
    const same = Array.from({ length: 8 }, () => ({ answerKey: 'a', confidence: 0.9 }))
    const closed = stateOf({ trials: [trialOf('t', same, 0)], free: 40, idleSlots: 40 }, 5)
    expect((await planned(closed)).samples).toEqual([])
    const open = stateOf({ trials: [trialOf('t', same.slice(0, 2), 0)], free: 40, idleSlots: 0 }, 5)
    expect(await planned(open)).toEqual(await planned(off(open)))
  })

  it('asks for nothing of a trial with a sample that could not be drawn', async () => {
    const lost: ReadSample = { index: 1, outcome: 'infra_error', answerKey: null, signals: null }
    const drawn = trialOf('t', [{ answerKey: 'a', confidence: 0.4 }], 1)
    const blocked = { ...drawn, samples: [...drawn.samples, lost] }
    expect((await planned(stateOf({ trials: [blocked], free: 40, idleSlots: 40 }, 5))).samples).toEqual([])
  })

  it('stays within the budgets of the methods that are still open', async () => {
    const sure = Array.from({ length: 4 }, () => ({ answerKey: 'a', confidence: 0.99 }))
    const rival = sure.map((each, at) => (at === 3 ? { ...each, answerKey: 'b' } : each))
    const open = stateOf({ trials: [trialOf('t', rival, 0)], free: 40, idleSlots: 40 }, 9)
    const methods = ['cges:confidence=lns-arith,gamma=0.9@8', 'sc@5'].map(specOf)
    const { samples, decisions } = await planned({ ...open, evaluation: { methods, lookahead: 9, ...UNAUDITED } })
    expect(decisions[0]?.verdicts.map(({ methodKey }) => methodKey)).toEqual([
      methodKey(specOf('cges:confidence=lns-arith,gamma=0.9@8')),
    ])
    expect(samples.map(({ index }) => index)).toEqual([4])
  })

  it('gives each trial one in turn, those with most before them first, where it asks for so many', async () => {
    const trials = [trialOf('near', UNSURE.slice(0, 1), 0), trialOf('far', UNSURE, 0)]
    const from = stateOf({ trials, free: 40, idleSlots: 40 }, 3)
    const certain = (await planned(off(from))).samples.length
    const ahead = (await planned(from)).samples.slice(certain)
    expect(ahead.map(({ trialId, index }) => `${trialId} ${index}`)).toEqual(['near 4', 'far 7', 'near 5', 'near 6'])
  })
})

const UNSURE = [
  { answerKey: 'a', confidence: 0.4 },
  { answerKey: 'b', confidence: 0.4 },
]
const SURE = Array.from({ length: 2 }, () => ({ answerKey: 'a', confidence: 0.7 }))

const indices = ({ samples }: RoundPlan, of: string) =>
  samples.filter(({ trialId }) => trialId === of).map(({ index }) => index)

describe('asking ahead of need as far as is foreseen', () => {
  const methods = METHODS.slice(1)
  const auto = (given: Pick<Given, 'trials'> & Partial<Given>) => {
    const state = stateOf({ free: 40, idleSlots: 40, ...given }, 'auto')
    return planned({ ...state, evaluation: { methods, lookahead: 'auto', ...UNAUDITED } })
  }
  it('asks for more where answers differ than where they agree', async () => {
    const plan = await auto({ trials: [trialOf('agree', SURE, 0), trialOf('differ', UNSURE, 0)] })
    expect(indices(plan, 'differ').length).toBeGreaterThan(indices(plan, 'agree').length)
    expect(indices(plan, 'differ').at(-1)).toBe(MOST - 1)
  })

  it('gives the slots first to what is most likely to be needed, in trials the round does not decide too', async () => {
    const trials = [trialOf('agree', SURE, 1)]
    const further = [trialOf('differ', UNSURE, 1)]
    const plan = await auto({ trials, further, idleSlots: 4 })
    expect(indices(plan, 'differ')).toEqual([3, 4, 5])
    expect(plan.decisions.map(({ change }) => change.id)).toEqual(['agree'])
  })

  it('asks for less where the evaluation’s questions were agreed on', async () => {
    const learned = (answers: (at: number) => string) =>
      Array.from({ length: 40 }, () => trialOf('t', SURE.concat(SURE), 0).samples).map((samples) =>
        samples.map((each, at) => ({ ...each, answerKey: answers(at) })),
      )
    const trials = [trialOf('one', SURE.slice(0, 1), 0)]
    const agreed = await auto({ trials, learned: learned(() => 'a') })
    const spread = await auto({ trials, learned: learned((at) => `a${at}`) })
    expect(indices(spread, 'one').length).toBeGreaterThan(indices(agreed, 'one').length)
  })
})

describe('asking ahead of need before a deadline', () => {
  const methods = METHODS.slice(1)
  const by = async (secondsLeft: number, given: Pick<Given, 'trials'> & Partial<Given>) => {
    const deadline = { secondsLeft, secondsPerSample: 2 }
    const from = stateOf({ free: 40, idleSlots: 40, deadline, ...given }, 'off')
    return planned({ ...from, evaluation: { methods, lookahead: 'off', ...UNAUDITED } })
  }

  it('asks for nothing more while the whole budget can be drawn one after the other', async () => {
    const trials = [trialOf('t', UNSURE, 0)]
    const certain = indices(await by(1e6, { trials }), 't')
    // Six are left, at two seconds each; those that are certain to be needed are drawn at once.
    expect(indices(await by(12, { trials }), 't')).toEqual(certain)
  })

  const at = async (secondsLeft: number, read: typeof SURE, given: Partial<Given> = {}) =>
    indices(await by(secondsLeft, { trials: [], further: [trialOf('t', read, 1)], ...given }), 't')

  it('asks for as many at once as bring the whole budget in time', async () => {
    // One is being drawn: of the six that are left one, two, three and all at a time.
    expect(await at(12, SURE)).toEqual([])
    expect(await at(11.9, SURE)).toEqual([3])
    expect(await at(4, SURE)).toEqual([3, 4])
    expect(await at(2, SURE)).toEqual([3, 4, 5, 6, 7])
    expect(await at(-9, SURE)).toEqual([3, 4, 5, 6, 7])
  })

  it('asks besides for what will more likely be needed than not, and for nothing that hardly ever is', async () => {
    expect(await at(11.9, UNSURE)).toEqual([3, 4, 5, 6, 7])
    const agreed = trialOf('t', SURE.concat(SURE), 0).samples
    const learned = Array.from({ length: 40 }, () => agreed)
    expect((await at(2, SURE, { learned })).length).toBeLessThan(5)
  })

  it('gives the slots first to what is most likely to be needed', async () => {
    const further = [trialOf('agree', SURE, 1), trialOf('differ', UNSURE, 1)]
    expect(indices(await by(2, { trials: [], further, idleSlots: 4 }), 'differ')).toEqual([3, 4, 5])
  })
})

const wantedTrial = (id: string, requested: number, wanted: number) => ({
  trial: { id, requested, seedBase: 2048 },
  wanted,
})
const refs = (trials: Parameters<typeof planWithinWindow>[0], room: number) =>
  planWithinWindow(trials, room).map(({ trialId, index }) => `${trialId}${index}`)

it('asks for every index a trial wants and has not asked for, seeded by its place', () => {
  expect(planWithinWindow([wantedTrial('a', 2, 4)], 10)).toEqual([
    { trialId: 'a', index: 2, seed: 2050 },
    { trialId: 'a', index: 3, seed: 2051 },
  ])
})

it('fills the window with the first trials first, and stops where it is full, in the middle of a trial too', () => {
  const trials = [wantedTrial('a', 0, 2), wantedTrial('b', 1, 3), wantedTrial('c', 0, 2)]
  expect(refs(trials, 100)).toEqual(['a0', 'a1', 'b1', 'b2', 'c0', 'c1'])
  expect(refs(trials, 3)).toEqual(['a0', 'a1', 'b1'])
  expect(refs(trials, 4)).toEqual(['a0', 'a1', 'b1', 'b2'])
  expect(refs(trials, 0)).toEqual([])
})

it('asks nothing of a trial that wants no more', () => {
  expect(refs([wantedTrial('a', 4, 4), wantedTrial('b', 4, 0), wantedTrial('c', 0, 1)], 10)).toEqual(['c0'])
})

it('never goes past the last index a trial can hold', () => {
  expect(refs([wantedTrial('a', 1022, 5000)], 10)).toEqual(['a1022', 'a1023'])
})
