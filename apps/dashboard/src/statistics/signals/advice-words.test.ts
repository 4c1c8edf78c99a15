import type { Judgement, SignalQuality } from '@cges-fleet/core'
import { describe, expect, it } from 'vitest'
import { reportFixture } from '../../families/report-fixture'
import { comparedTo, finalOf } from '../final-fixture'
import { comparedIn } from '../story-of'
import { adviceWords, tuneCommand } from './advice-words'

const SC = reportFixture('sc@16', { calls: 16 })
const CGES = reportFixture('cges:confidence=lns-arith,gamma=0.95@16', { calls: 4 })

function adviceOf(judgement: Judgement, { saved = 12, median = 0.8 } = {}): string {
  const final = finalOf({ [SC.key]: null, [CGES.key]: comparedTo(SC.key, judgement, saved) })
  const quality = { median } as SignalQuality
  return comparedIn([SC, CGES], final)
    .map((each) => adviceWords(each, quality))
    .join(' ')
}

describe('advice on a method that stops by a confidence', () => {
  it('promises nothing that is not judged', () => {
    expect(adviceOf('non-inferior')).toMatch(/helps: it takes 75% fewer calls and keeps the accuracy: Δ /)
    expect(adviceOf('inconclusive')).toMatch(/may help: it takes 75% fewer calls, but 9 questions are too few/)
    expect(adviceOf('worse')).toMatch(/does not help: it loses accuracy/)
  })
  it('warns of a signal that counts against itself, and of nothing saved', () => {
    expect(adviceOf('non-inferior', { median: 0.4 })).toMatch(/not to be relied on.* 0\.400\.$/)
    expect(adviceOf('better', { saved: -1 })).toMatch(/saves no calls/)
  })
})

const view = (questions: number, ...methods: (typeof SC)[]) => ({
  id: 'e1',
  methods,
  benchmark: { name: 'b', title: 'B', revision: 'r', generated: false, questions },
})

describe('the command that chooses γ', () => {
  it('leaves questions to check on, and has the budget that SC drew', () => {
    expect(tuneCommand(view(60, SC, CGES), 'lns-arith')).toMatch(/tune e1 --signal lns-arith --slice 30 --budget 16$/)
    expect(tuneCommand(view(1000, SC), 'lns-geom')).toContain('--slice 100 ')
  })
  it('is none without SC, and with too few questions', () => {
    expect(tuneCommand(view(60, CGES), 'lns-arith')).toBeNull()
    expect(tuneCommand(view(1, SC), 'lns-arith')).toBeNull()
  })
})
