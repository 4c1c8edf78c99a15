import { DEFAULT_SAMPLING, type EvaluationView, type Judgement } from '@cges-fleet/core'
import { describe, expect, test } from 'vitest'
import type { NamedReport } from '../../ui/methods/names'
import { reportFixture } from '../../ui/methods/report-fixture'
import { accuracyFinding, accuracyTable } from './accuracy-figure'
import { milestoneOf } from './evaluation-header'
import { methodsTableText } from './methods-table-text'
import { notesOf } from './notes'
import { throughputFinding, unresolvedFinding } from './tabs/progress-figures'
import { comparedTo, finalOf } from './statistics/final-fixture'
import { comparable, liveNeeds, saysWhere, wideNeeds } from './statistics/story'

function report(name: string, calls: number | null, value: number | null): NamedReport {
  return reportFixture('sc@4', {
    key: name,
    name,
    interim: false,
    accuracy: value === null ? null : { value, low: value - 0.02, high: value + 0.02, n: 100 },
    calls,
    unresolvedAfter: calls === null ? [1] : [1, calls / 8, calls / 16, 0, 0],
  })
}

/** The part of a view that is read here. */
const view = {
  id: 'e1',
  name: 'an evaluation',
  suite: null,
  status: 'running',
  reason: null,
  provenance: 'model',
  simulated: false,
  benchmark: { name: 'b', title: 'B', revision: 'r', generated: false, questions: 100 },
  pool: { name: 'p', model: 'm', maxModelLen: null },
  trials: { total: 100, closed: 50, blocked: 0 },
  samplesDrawn: 300,
  source: null,
  owner: null,
  tags: [],
  note: '',
  createdAt: '2026-11-21T07:00:00Z',
  finishedAt: null,
  archivedAt: null,
  version: 1,
  storedBytes: 0,
  priority: 'normal',
  textsDeletedAt: null,
  at: '2026-11-21T07:01:00Z',
  seed: 0,
  replicates: 1,
  sampling: DEFAULT_SAMPLING,
  reproduction: { modelRevision: null, engines: [], promptHash: 'h', release: '0.1.0' },
  digest: null,
  gradingVersion: null,
  waits: null,
  notComparable: null,
  alarm: null,
  notes: [],
  setAside: [],
  independence: { state: 'distinct', texts: 300, distinct: 298, questions: 50, copied: 0 },
  warnings: [],
  sensitivity: null,
  caps: { calls: null, tokens: null },
  spent: { calls: 300, tokens: 30_000, gpuSeconds: 60, money: null, currency: null },
  events: [],
  startedTrials: 100,
  audit: null,
  until: null,
  samples: {
    drawn: 300,
    extra: null,
    inFlight: 4,
    waiting: 0,
    attempts: 300,
    abandoned: 0,
    perSecond: 5,
    elapsedSeconds: 60,
  },
  eta: null,
  throughput: [
    { at: '2026-11-21T07:00:00Z', samples: 100 },
    { at: '2026-11-21T07:00:10Z', samples: 200 },
  ],
  methods: [],
} as Partial<EvaluationView> as EvaluationView

const bounded = (name: string, calls: number | null) => ({ ...report(name, calls, null), interim: true })

const judged = (few: Judgement, fewer: Judgement) =>
  finalOf({ SC: null, few: comparedTo('SC', few, 2), fewer: comparedTo('SC', fewer, 3) })

describe('findings in words', () => {
  describe('of accuracy against cost', () => {
    const many = [report('SC', 4, 0.9), report('few', 2, 0.89), report('fewer', 1, 0.8), report('dear', 4, 0.8)]
    test('names the cheapest method that is judged to keep the accuracy, not one that only looks so', () => {
      expect(accuracyFinding(many, judged('non-inferior', 'inconclusive'))).toBe(
        'Cheapest shown to keep the accuracy of SC (90.0% at 4.00 calls): few (89.0% at 2.00 calls).',
      )
      expect(accuracyFinding(many, judged('non-inferior', 'better'))).toContain(': fewer (')
      expect(accuracyFinding(many, judged('worse', 'inconclusive'))).toBe(
        'No cheaper method is shown to keep the accuracy of SC (90.0% at 4.00 calls).',
      )
    })
    test('counts what is beaten and names one, be there ever so many; the table names them all', () => {
      const dominated = ['dear', 'fewer'].map((key) => ({ key, by: 'few' }))
      const final = { ...judged('non-inferior', 'worse'), dominated }
      expect(accuracyFinding(many, final)).toContain('2 methods beaten in accuracy at no more calls')
      expect(accuracyFinding(many, final)).toMatch(/such as dear by few\.$/)
      const counted = many.map((each) => ({ ...each, tokens: 100 }))
      expect(accuracyFinding(counted, final, 'tokens')).toMatch(/^No cheaper method.*\.$/)
      expect(accuracyFinding(counted, final, 'tokens')).not.toContain('beaten')
      expect(accuracyTable(many, final).rows.map((row) => row.at(-1))).toEqual([
        'none shown',
        'none shown',
        'few',
        'few',
      ])
    })
    test('ranks nothing where no method has a right answer', () => {
      const wrong = many.map((each) => ({ ...each, accuracy: { value: 0, low: 0, high: 0.04, n: 100 } }))
      const final = judged('non-inferior', 'better')
      expect(accuracyFinding(wrong, final)).toBe('No method has a right answer: nothing is ranked.')
      expect(comparable(wrong, final)?.methods.every(({ comparison }) => comparison === null)).toBe(true)
      expect(comparable(many, final)).toBe(final)
    })
    test('goes by point values where nothing was compared, and counts what cannot be placed', () => {
      const alone = [...many, report('best', 9, 0.95), report('new', null, null)]
      expect(accuracyFinding(alone, finalOf({}))).toBe(
        'By point values nothing is both cheaper and more accurate than fewer (80.0% at 1.00 calls), few (89.0% at 2.00 calls) and 2 more. 1 of 6 methods cannot be placed yet.',
      )
    })
  })
  test('while one method runs nothing is ranked, and marks are explained', () => {
    expect(accuracyFinding([bounded('few', 2), bounded('new', null)], finalOf({}))).toBe(
      'Interim, nothing is ranked. Hatched: all that is possible. 1 of 2 methods cannot be placed yet.',
    )
    const live = {
      value: 0.8,
      low: 0.7,
      high: 0.9,
      n: 40,
      calls: 2,
      callsLow: 1,
      callsHigh: 3,
      difference: null,
      decided: false,
    }
    const mixed = accuracyFinding([report('sc', 4, 0.9), { ...bounded('few', 2), live }], finalOf({}))
    expect(mixed).toContain('where it will end')
    expect(mixed).not.toMatch(/90\.0%|cheaper/)
  })
  test('half-way through the budget, who has least open and who most, be it with others', () => {
    const text = 'After 2 calls, few has the fewest questions open (12.5%), sc the most (25.0%).'
    expect(unresolvedFinding([report('sc', 4, 0.9), report('few', 2, 0.89)])).toBe(text)
    expect(unresolvedFinding([report('new', null, null)])).toBe('No question is finished yet.')
    const alike = [report('sc', 4, 0.9), report('few', 4, 0.89)]
    expect(unresolvedFinding(alike)).toBe('After 2 calls, every method has 25.0% of its questions open.')
  })
  test('throughput names its own interval', () => {
    expect(throughputFinding(view)).toBe('300 samples in 1 min; at most 200 in 10 s.')
  })
})

const texts = (change: Partial<EvaluationView>) => notesOf({ ...view, ...change }, null).map(({ text }) => text)

describe('notes', () => {
  test('a model that answers needs none', () => {
    expect(texts({})).toEqual([])
  })
  test('where the answers come from is said in words', () => {
    expect(texts({ simulated: true, provenance: 'simulated' })[0]).toContain('built-in simulator')
    const tiny =
      'Tiny model: a real model of 0.2 million parameters, trained by this project; what voting gains here says nothing about large models.'
    expect(texts({ provenance: 'tiny' })).toEqual([tiny])
    const source = { format: 'samples' as const, files: ['samples.jsonl'], provenance: 'tiny' as const }
    expect(texts({ provenance: 'imported', source })).toContain(tiny)
  })
  test('an end that is not plain gives its reason, and blocked trials are never silent', () => {
    expect(
      texts({ status: 'failed', reason: { kind: 'undecidable', counts: {}, why: 'a rule refused' } })[0],
    ).toContain('Failed. No method can decide on its samples: a rule refused.')
    expect(texts({ trials: { total: 100, closed: 97, blocked: 3 } })[0]).toContain('3 of 100 questions failed')
  })
  test('blocked trials are told of once, with why and what follows', () => {
    const trials = { total: 60, closed: 59, blocked: 1 }
    const counts = { blocked: 1, trials: 60 }
    const notComparable = { kind: 'blocked', counts, why: null } as const
    const warnings: EvaluationView['warnings'] = [
      { kind: 'blocked', counts, why: 'the model server was away' },
      { kind: 'answers_changed', counts: { questions: 30 }, why: null },
    ]
    const status = 'done'
    expect(
      texts({
        status,
        reason: { kind: 'blocked', counts: { blocked: 1, trials: 60 }, why: null },
        trials,
        notComparable,
        warnings,
      }),
    ).toEqual([
      '1 of 60 questions failed (the model server was away) and is left out of all figures. That is too many to compare methods fairly.',
      expect.stringMatching(/^Answers changed during the run on all servers, by the first samples of 30 questions/),
    ])
  })
  test('what a running one waits for is said where the API knows it', () => {
    expect(texts({ reason: { kind: 'importing', counts: { samples: 1 }, why: null } })).toEqual([
      '1 sample imported so far.',
    ])
  })
})

describe('while it runs', () => {
  const difference = { baseline: 'sc', value: -0.008, low: -0.03, high: 0.012 }
  const live = {
    value: 0.8,
    low: 0.7,
    high: 0.9,
    n: 40,
    calls: 2.5,
    callsLow: 1.25,
    callsHigh: 3,
    difference,
    decided: false,
  }
  const running = [{ ...bounded('few', 9), live }]
  test('the tables that are copied tell calls and differences as they stand, not the estimate beside them', () => {
    const row = ['few', '80.0', '70.0 to 90.0', '2.50', 'will end between 1.3 and 3.0']
    const delta = ['−0.8', 'will end between −3.0 and +1.2', '40 of 0, in order']
    expect(methodsTableText(running, null).rows).toEqual([[...row, ...delta]])
    expect(accuracyTable(running, null).rows[0]?.[2]).toBe('so far 2.50, will end between 1.3 and 3.0')
  })
  test('of one that was decided the tables and the finding tell estimates for all questions', () => {
    const decided = [{ ...bounded('few', 9), live: { ...live, decided: true } }]
    const { columns, rows, note } = methodsTableText(decided, null)
    expect(columns[1]).toBe('Decided, %')
    expect(rows[0]?.slice(4, 7)).toEqual([
      'between 1.3 and 3.0 for all questions',
      '−0.8',
      'between −3.0 and +1.2 for all questions',
    ])
    const table = accuracyTable(decided, null)
    expect(table.rows[0]?.slice(2, 5)).toEqual(['2.50, between 1.3 and 3.0 for all questions', '—', 'decided 80.0%'])
    const finding = accuracyFinding(decided, null)
    expect(finding).toContain('estimates for all questions')
    expect([note, table.note, finding, ...table.columns].join(' ')).not.toMatch(/so far|will end|not every/iu)
  })
  test('a quarter is told when it is reached, and the end in its own words', () => {
    const at = (closed: number, blocked = 0) => milestoneOf({ ...view, trials: { total: 100, closed, blocked } })
    expect([at(24), at(25), at(60), at(74, 1), at(100)]).toEqual([
      '',
      '25% of the questions are finished.',
      '50% of the questions are finished.',
      '75% of the questions are finished.',
      '100% of the questions are finished.',
    ])
    expect(milestoneOf({ ...view, status: 'budget_stopped' })).toBe('budget-stopped: 50 of 100 questions finished.')
  })
})

describe('limits of a running accuracy', () => {
  test('that leave nothing out say what they need instead', () => {
    expect(saysWhere({ low: 0, high: 1 })).toBe(false)
    expect(saysWhere({ low: 0.0004, high: 0.9996 })).toBe(false)
    expect(saysWhere({ low: 0.02, high: 1 })).toBe(true)
    const needs = liveNeeds({ value: 0, low: 0, high: 1, n: 0 }, 240)
    expect(needs).toMatch(/^needs about \d+ more finished questions for ±15 points$/)
    // Half are right at worst, for which more must close than where all are.
    expect(countIn(needs)).toBeGreaterThan(countIn(liveNeeds({ value: 1, low: 0, high: 1, n: 2 }, 240)))
    expect(liveNeeds({ value: 0, low: 0, high: 1, n: 0 }, 2)).toBe('comes once all questions are finished')
  })
  test('that are wide say what they need beside what they tell, and those of use say nothing', () => {
    expect(wideNeeds({ value: 0.6, low: 0.2, high: 0.95, n: 5 }, 240)).toMatch(/^≈ \d+ more for ±15$/)
    expect(wideNeeds({ value: 0.6, low: 0.5, high: 0.7, n: 90 }, 240)).toBe(null)
    expect(wideNeeds({ value: 0.6, low: 0, high: 1, n: 1 }, 240)).toBe(null)
  })
})

function countIn(text: string): number {
  return Number(/\d+/.exec(text)?.[0])
}
