import { type Difference, customRuleResult, IDENTITY, type Recording, replayReport } from '@cges-fleet/replay'
import { expect, it } from 'vitest'
import { splitMethods } from './methods-option.js'
import { replayText } from './replay-text.js'

const OPTIONS = {
  budget: 8,
  seeds: 20,
  grades: 'reference',
  maps: { confidence: IDENTITY, reward: IDENTITY },
  dscRanking: 'given',
  gammaGrid: false,
  inOrder: false,
} as const

/** Answers of one question; a wrong one is less sure. */
function recordingOf(id: string, answers: string): Recording {
  const samples = [...answers].map((answer) => ({
    answer,
    signals: { 'lns-arith': answer === '4' ? 0.95 : 0.4 },
    confidence: null,
    reward: null,
    grade: null,
  }))
  return { id, replicate: 0, truth: '4', difficulty: null, samples }
}

const RECORDINGS = [recordingOf('easy', '44444444'), recordingOf('hard', '47477477')]

function report(methods: string, changes: Partial<Parameters<typeof replayReport>[2]> = {}) {
  return replayReport(splitMethods([methods], 8), RECORDINGS, { ...OPTIONS, ...changes })
}

it('shows how each method differs from SC on the same questions, if that was asked for', () => {
  expect(report('sc;asc-beta').methods.map(({ against }) => against)).toEqual([null, null])
  const compared = report('sc;asc-beta;cges:confidence=lns-arith,gamma=0.99', { compare: true })
  const [sc, ...others] = compared.methods
  expect(sc?.against).toBeNull()
  for (const { against, calls, accuracy } of others) {
    expect(against?.calls.value).toBeCloseTo(calls.mean - 8, 12)
    expect(against?.accuracy.value).toBeCloseTo(accuracy.mean - 0.5, 12)
  }
  const text = replayText(compared)
  expect(text.join('\n')).toMatch(
    /\nminus sc@8, paired by question +accuracy, points +calls\nasc-beta@8 .*\ncges.* \+50\.0 \[.*, .*\] +-\d\.\d\d \[-\d\.\d\d, -\d\.\d\d\]\n {2}\[ \]: 95 %.* orders\n/u,
  )
  expect(JSON.stringify(compared)).not.toContain('sums')
})

it('keeps within the width of a terminal with the usual methods', () => {
  const wide: Difference = {
    accuracy: { value: -0.123, low: -0.234, high: -0.111 },
    calls: { value: -12.34, low: -13.45, high: -11.23 },
    tokens: null,
  }
  const { methods, ...rest } = report('sc@8;cges:confidence=lns-arith,gamma=0.99@8')
  const against = { baseline: 'sc@16', ...wide }
  const text = replayText({ ...rest, methods: methods.map((method) => ({ ...method, against })) })
  const at = text.findIndex((line) => line.startsWith('minus sc@16'))
  const lines = text.slice(at, at + 4)
  expect(lines).toHaveLength(4)
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(100)
})

it('compares trade-offs as they are printed, so that a reader comes to the same', () => {
  const [easy = recordingOf('easy', '4')] = RECORDINGS
  const all = Array.from({ length: 5000 }, () => easy)
  const unknown = { score: null, tokens: null, sequential: null, rounds: 1, reason: 'threshold' } as const
  const rule = (label: string, right: number, calls: number) =>
    customRuleResult(label, 8, { recordings: all, grades: 'reference' }, [
      all.map((_, at) => ({ calls, answer: at < right ? '4' : null, ...unknown })),
    ])
  // 50.04 % is printed as 50.0 %.
  const custom = [rule('cheap', 2500, 2), rule('dear', 2502, 3), rule('best', 3000, 4)]
  const { pareto } = replayReport([], all, { ...OPTIONS, custom })
  expect(pareto.map(({ method }) => method)).toEqual(['cheap', 'best'])
})

it('says in which order samples were taken', () => {
  expect(replayText(report('sc', { inOrder: true }))[0]).toMatch(/, each question once, in the order of the file$/u)
  expect(replayText(report('sc'))[0]).toMatch(/, 20 random orders \(mean ± standard deviation, n − 1\)$/u)
})

it('says on how many questions a best threshold was chosen, and on how many its figures were measured', () => {
  const swept = report('asc-beta', { sweep: true })
  const best = {
    at: 0.9,
    elsewhere: { low: 0.8, high: 0.95 },
    qualified: true,
    chosenOn: 20,
    checkedOn: 21,
    calls: 5,
    callsInterval: { low: 4.5, high: 5.25 },
    accuracy: 0.8,
    scAccuracy: 0.8,
    difference: null,
  }
  const text = replayText({ ...swept, frontiers: swept.frontiers.map((each) => ({ ...each, best })) }).join('\n')
  expect(text).toMatch(
    /best threshold, chosen on 20 questions: [^]*its figures, of the other 21 questions [^]*threshold=0\.9 +0\.8 to 0\.95 +5\.00 \[4\.50–5\.25\] +80\.0/u,
  )
})

it('says what never stands for in a sweep, and only there', () => {
  const swept = report('asc-beta', { sweep: true })
  const [frontier] = swept.frontiers
  if (frontier === undefined) throw new Error('asc-beta is swept')
  const shown = (toSc: typeof frontier.toSc) => replayText({ ...swept, frontiers: [{ ...frontier, toSc }] }).join('\n')
  expect(shown({ value: 3.42, low: 1.5, high: null })).toMatch(
    /3\.42 \[1\.50–never\]\n[^]*\n {2}never: at no threshold/u,
  )
  expect(shown({ value: 3.42, low: 1.5, high: 4 })).not.toContain('never')
})
