import { methodLabel } from '@cges-fleet/methods'
import { IDENTITY, type RecordedSample, type Recording, replayReport } from '@cges-fleet/replay'
import { afterEach, expect, it, vi } from 'vitest'
import { logBudget, splitMethods, usualMethods } from './methods-option.js'
import { replayText } from './replay-text.js'

afterEach(() => vi.restoreAllMocks())

const BARE: RecordedSample = { answer: '4', signals: {}, confidence: null, reward: null, grade: null }

const recordings = (...changes: readonly Partial<RecordedSample>[]): Recording[] =>
  ['q1', 'q2'].map((id) => ({
    id,
    replicate: 0,
    truth: '4',
    difficulty: null,
    samples: changes.map((change) => ({ ...BARE, ...change })),
  }))

function usual(...changes: readonly Partial<RecordedSample>[]) {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  said.mockClear()
  const methods = usualMethods(recordings(...changes), 4).map(methodLabel)
  return { methods, notes: said.mock.calls.map(([text]) => String(text)) }
}

const BY_ANSWERS = ['sc@4', 'esc:window=2@4', 'asc-beta@4']
const four = (change: Partial<RecordedSample>) => [change, change, change, change]

it.each([
  ['log-probabilities', { signals: { 'lns-arith': 0.9 }, reward: 0.5 }, 'lns-arith'],
  ['confidences', { confidence: 0.9 }, 'lns-arith'],
  ['rewards', { reward: 0.5 }, 'rm'],
  ['rewards by their name', { signals: { rm: 0.5 } }, 'rm'],
])('runs CGES by %s that every answer has', (_, change, signal) => {
  const unanswered = { answer: null }
  expect(usual(...four(change).slice(1), unanswered)).toEqual({
    methods: [...BY_ANSWERS, `cges:confidence=${signal},gamma=0.99@4`],
    notes: [],
  })
})

it('says why CGES is not run where only some answers have what it reads', () => {
  const three = [{ reward: 0.5 }, { reward: 0.5 }, { reward: 0.5 }, {}]
  expect(usual(...three)).toEqual({
    methods: BY_ANSWERS,
    notes: ['note: CGES is not run: 2 of 8 answers have no reward'],
  })
  const sure = { signals: { 'lns-arith': 0.9 } }
  expect(usual(sure, sure, sure, {}).notes).toEqual(['note: CGES is not run: 2 of 8 answers have no log-probabilities'])
  // The census warns of a log without any.
  expect(usual(...four({})).notes).toEqual([])
})

const OPTIONS = {
  seeds: 1,
  grades: 'reference',
  maps: { confidence: IDENTITY, reward: IDENTITY },
  inOrder: true,
  dscRanking: 'given',
  gammaGrid: false,
} as const

interface Budgeted {
  readonly counts: readonly number[]
  readonly asked?: number
  readonly written?: string
}

const many = (...counts: readonly number[]): Recording[] =>
  counts.flatMap((length, at) =>
    recordings(...Array.from({ length }, () => ({})))
      .slice(0, 1)
      .map((each) => ({ ...each, id: `q${at}` })),
  )

it.each<[string, Budgeted, string, string | null]>([
  ['has all samples of every question unless told otherwise', { counts: [32, 32] }, 'sc@32', null],
  ['says what a smaller one leaves out', { counts: [32, 32], asked: 16 }, 'sc@16', '16 of 32 .*; --budget 32 uses all'],
  ['says so of one that a method names', { counts: [32, 32], written: 'sc@8' }, 'sc@8', '8 of 32 .*; the methods name'],
  ['is what every question has', { counts: [16, 32] }, 'sc@16', '16 samples a question, since some have no more'],
  ['may be larger', { counts: [16, 32], asked: 8 }, 'sc@8', '8 of 32 .*; --budget 16 is the most'],
])('a budget %s', (_, { counts, asked, written = 'sc' }, label, line) => {
  const read = many(...counts)
  const budget = logBudget(read, asked)
  const methods = splitMethods([written], budget)
  expect(methods.map(methodLabel)).toEqual([label])
  const text = replayText(replayReport(methods, read, { ...OPTIONS, budget }))
  const told = text.filter((each) => each.startsWith('methods use'))
  expect(told).toEqual(line === null ? [] : [expect.stringMatching(`methods use ${line}`)])
})

it('prints the command that runs CGES on rewards outside of [0, 1]', () => {
  const rewarded = recordings({ reward: 1 }, { reward: 3 }, { reward: 4 }, { reward: 2 })
  const options = { ...OPTIONS, budget: 4 }
  const text = replayText(replayReport(usualMethods(rewarded, 4), rewarded, options))
  expect(text.slice(-2)).toEqual([
    expect.stringMatching(/^not run: cges:confidence=rm.*: reward 3 is not in \[0, 1\]: add --reward-map logistic:/u),
    expect.stringMatching(/^ {2}to run it: cges .*--reward-map logistic:[\d.]+,[\d.]+$/u),
  ])
})
