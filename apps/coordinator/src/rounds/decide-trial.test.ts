import type { OpenTrial, ReadSample } from '@cges-fleet/db'
import { decide, isTrialMethod, methodKey, parseMethodSpec, type TrialMethodSpec } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import { contiguousPrefix, decideTrial, type KeyedMethod } from './decide-trial.js'

function keyed(...texts: string[]): (KeyedMethod & { readonly spec: TrialMethodSpec })[] {
  return texts.map((text) => {
    const parsed = parseMethodSpec(text, 4)
    if (!parsed.ok || !isTrialMethod(parsed.spec)) throw new Error(text)
    const { spec } = parsed
    return { key: methodKey(spec), spec, budget: spec.budget, decide: (votes) => decide(spec, votes) }
  })
}

/** Builds samples from words: an answer, `-` for none, `!` for one that could not be drawn, `.` for a gap. */
function samples(text: string): ReadSample[] {
  return text.split(' ').flatMap((word, index): ReadSample[] => {
    if (word === '.' || word === '') return []
    const signals = { 'lns-arith': 0.9 }
    if (word === '!') return [{ index, outcome: 'infra_error', answerKey: null, signals: null }]
    if (word === '-') return [{ index, outcome: 'no_answer', answerKey: null, signals }]
    return [{ index, outcome: 'answer', answerKey: word, signals }]
  })
}

function trial(text: string, changes: Partial<OpenTrial> = {}): OpenTrial {
  const read = samples(text)
  const common = { id: 't', position: 0, replicate: 0, seedBase: 1024, blocked: false, decided: [] }
  return { ...common, requested: read.length, samples: read, ...changes }
}

const wanted = (...methods: string[]) => decideTrial(keyed(...methods), trial('')).wanted
const rename = (key: string | null) => (key === 'x' ? 'p' : key === 'y' ? 'q' : key)

it('asks of a new trial what is certain to be needed: the most any method cannot do without', () => {
  expect(wanted('cges:confidence=lns-arith,gamma=0.99@16')).toBe(1)
  expect(wanted('asc-beta@16')).toBe(4)
  expect(wanted('esc:window=4@16')).toBe(4)
  expect(wanted('esc:window=5@4')).toBe(4)
  expect(wanted('cges:confidence=lns-arith,gamma=0.99@16', 'esc:window=4@16', 'sc@7')).toBe(7)
})

it('leaves a trial without samples without standings', () => {
  expect(decideTrial(keyed('sc@4'), trial(''))).toEqual({
    change: { id: 't', readUpTo: 0, state: 'open', parked: false },
    verdicts: [],
    standings: [],
    wanted: 4,
  })
})

it('lets several methods share one stream, each stopping where its own rule says', () => {
  const methods = keyed('sc@2', 'esc:window=2@6', 'sc@4')
  const decided = decideTrial(methods, trial('a b b b'))
  expect(decided.change).toEqual({ id: 't', readUpTo: 4, state: 'closed', parked: false })
  expect(decided.verdicts).toMatchObject([
    { methodKey: 'sc@2', calls: 2, answerKey: 'a', reason: 'budget' },
    { methodKey: 'esc:answerFrom=plurality,window=2@6', calls: 4, answerKey: 'b', reason: 'window' },
    { methodKey: 'sc@4', calls: 4, answerKey: 'b', reason: 'budget' },
  ])
  expect(decided).toMatchObject({ standings: [], wanted: 0 })
})

it('says of a method that goes on where it stands, and decides no method twice', () => {
  const methods = keyed('sc@2', 'sc@5')
  const decided = decideTrial(methods, trial('a - b', { decided: ['sc@2'] }))
  expect(decided).toEqual({
    change: { id: 't', readUpTo: 3, state: 'open', parked: false },
    verdicts: [],
    standings: [{ trialId: 't', methodKey: 'sc@5', readUpTo: 3, leader: 'a', score: 0.5, blocked: false }],
    wanted: 5,
  })
})

it('gives a method that stops before a lost sample its verdict, and blocks the trial for the others', () => {
  const decided = decideTrial(keyed('sc@2', 'sc@4'), trial('a a ! a'))
  expect(decided.change).toEqual({ id: 't', readUpTo: 2, state: 'blocked', parked: false })
  expect(decided.verdicts).toMatchObject([{ methodKey: 'sc@2', calls: 2 }])
  expect(decided.standings).toEqual([
    { trialId: 't', methodKey: 'sc@4', readUpTo: 2, leader: 'a', score: 1, blocked: true },
  ])
  expect(decided.wanted).toBe(0)
})

it('closes a trial whose methods all stop before the lost sample', () => {
  expect(decideTrial(keyed('sc@2', 'esc:window=2@4'), trial('a a ! !')).change.state).toBe('closed')
})

it('is blocked at its very first sample, with standings that say so', () => {
  const decided = decideTrial(keyed('sc@3'), trial('! a a'))
  expect(decided.change).toEqual({ id: 't', readUpTo: 0, state: 'blocked', parked: false })
  expect(decided.standings).toMatchObject([{ leader: null, score: null, blocked: true }])
})

it('waits at a gap for the sample that is missing, however much landed beyond it', () => {
  const decided = decideTrial(keyed('sc@3'), trial('a . ! a', { requested: 4 }))
  expect(decided.change).toEqual({ id: 't', readUpTo: 1, state: 'open', parked: false })
})

it('comes to one end in whatever order the samples landed, and never with more calls or samples than it needs', () => {
  const methods = keyed('cges:confidence=lns-arith,gamma=0.95@6', 'esc:window=2@5', 'sc@3', 'asc-beta@6')
  const all = samples('a b - b a b')
  const orders = [
    [0, 1, 2, 3, 4, 5],
    [5, 4, 3, 2, 1, 0],
    [2, 0, 5, 1, 4, 3],
    [1, 3, 5, 0, 2, 4],
  ]
  for (const order of orders) {
    const landed: number[] = []
    const verdicts = new Map<string, object>()
    for (const index of order) {
      landed.push(index)
      const read = all.filter((sample) => landed.includes(sample.index))
      const decided = decideTrial(methods, trial('', { samples: read, requested: 6, decided: [...verdicts.keys()] }))
      for (const { methodKey, ...verdict } of decided.verdicts) verdicts.set(methodKey, verdict)
      expect(decided.change.state).toBe(verdicts.size === methods.length ? 'closed' : 'open')
    }
    for (const { key, spec } of methods) expect(verdicts.get(key)).toMatchObject(expectedVerdict(spec, all))
  }
})

function expectedVerdict(spec: TrialMethodSpec, all: readonly ReadSample[]) {
  const votes = all.map(({ answerKey, signals }) => ({ answer: answerKey, confidences: signals ?? {} }))
  const decision = decide(spec, votes)
  if (decision.state === 'open') throw new Error('six samples are enough for every method here')
  return { calls: decision.calls, answerKey: decision.answer, reason: decision.reason, score: decision.score }
}

it('is drawn on where it is audited, its verdicts the same, until it has all samples or one cannot be drawn', () => {
  const methods = keyed('sc@2', 'esc:window=2@4')
  const audited = (text: string, requested?: number) =>
    decideTrial(methods, trial(text, requested === undefined ? {} : { requested }), [], 4)
  const { verdicts, standings } = decideTrial(methods, trial('a a'))
  const open = { id: 't', readUpTo: 2, state: 'open', parked: false }
  expect(audited('a a')).toEqual({ change: open, verdicts, standings, wanted: 4 })
  expect(audited('a a . a', 4).change).toEqual(open)
  expect(audited('a a b b')).toMatchObject({ change: { state: 'closed', readUpTo: 4 }, verdicts, wanted: 0 })
  expect(audited('a a ! b')).toMatchObject({ change: { state: 'closed', readUpTo: 2 }, verdicts, wanted: 0 })
  expect(audited('a ! b b')).toMatchObject({ change: { state: 'blocked', readUpTo: 1 }, verdicts: [], wanted: 0 })
})

it('cannot see reference answers: what it decides is a function of the samples’ answers up to their names', () => {
  const methods = keyed('cges:confidence=lns-arith,gamma=0.99@6', 'esc:window=3@6', 'sc@4')
  const text = 'x y x y x x'
  const one = decideTrial(methods, trial(text))
  const renamed = decideTrial(methods, trial(text.replaceAll('x', 'p').replaceAll('y', 'q')))
  expect(renamed.verdicts).toEqual(
    one.verdicts.map((verdict) => ({ ...verdict, answerKey: rename(verdict.answerKey) })),
  )
  expect(renamed.change).toEqual(one.change)
})

function sample(index: number, changes: Partial<ReadSample> = {}): ReadSample {
  return { index, outcome: 'answer', answerKey: `a${index}`, signals: { 'lns-arith': 0.5 }, ...changes }
}

const answers = (samples: readonly ReadSample[]) => contiguousPrefix(samples).votes.map(({ answer }) => answer)

it('shows methods the samples from index 0 on, up to the first gap', () => {
  expect(answers([])).toEqual([])
  expect(answers([sample(1), sample(2)])).toEqual([])
  expect(answers([sample(0), sample(1), sample(3), sample(4)])).toEqual(['a0', 'a1'])
  expect(contiguousPrefix([sample(0), sample(2)]).blocked).toBe(false)
})

it('gives a vote to an answer alone, whatever else was stored', () => {
  for (const outcome of ['no_answer', 'truncated', 'declined'] as const) {
    const { votes, blocked } = contiguousPrefix([sample(0, { outcome }), sample(1)])
    expect(votes).toEqual([
      { answer: null, confidences: { 'lns-arith': 0.5 } },
      { answer: 'a1', confidences: { 'lns-arith': 0.5 } },
    ])
    expect(blocked).toBe(false)
  }
})

it('has no confidences where the server gave none', () => {
  expect(contiguousPrefix([sample(0, { signals: null })]).votes).toEqual([{ answer: 'a0', confidences: {} }])
})

it('ends at a sample that could not be drawn, and is blocked only where that is the next one', () => {
  for (const outcome of ['invalid_request', 'infra_error'] as const) {
    const lost = sample(1, { outcome, answerKey: null, signals: null })
    expect(contiguousPrefix([sample(0), lost, sample(2)])).toEqual({
      votes: [{ answer: 'a0', confidences: { 'lns-arith': 0.5 } }],
      blocked: true,
    })
    expect(contiguousPrefix([lost, sample(2)]).blocked).toBe(false)
    expect(contiguousPrefix([{ ...lost, index: 0 }])).toEqual({ votes: [], blocked: true })
  }
})
