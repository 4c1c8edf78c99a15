import { describe, expect, it } from 'vitest'
import { certifiedRefusal, certify, decideCertified, isCertified } from './certified.js'
import { decide } from './decide.js'
import { parseMethodSpec } from './parse-method-spec.js'
import type { CertifiedSpec } from './rules/all-rules.js'
import { seededRandom } from './seeded-random.js'
import type { Vote } from './votes.js'

const METHODS = [
  'asc-beta',
  'asc-dirichlet',
  'esc:window=4',
  'cges:confidence=lns-arith,gamma=0.99',
  'voi',
  'majority:alpha=0.3',
  'doubling',
]

/** CGES differs from the vote on purpose, and promises less. */
const PROMISED: Record<string, number> = { [METHODS[3] ?? '']: 0.4 }

function certified(text: string, more = 'certified=0.1/0.1'): CertifiedSpec {
  const parsed = parseMethodSpec(`${text}${text.includes(':') ? ',' : ':'}${more}`, 8)
  if (!parsed.ok || !isCertified(parsed.spec)) throw new Error(parsed.ok ? text : parsed.problem)
  return parsed.spec
}

function decidedAt(text: string, votes: readonly Vote[]) {
  const parsed = parseMethodSpec(text, 8)
  if (!parsed.ok) throw new Error(parsed.problem)
  return decide(parsed.spec as never, votes)
}

function faultOf(text: string): string | null {
  const parsed = parseMethodSpec(text, 16)
  return parsed.ok ? null : parsed.problem
}

const random = seededRandom('certified thresholds')
const question = (share: number): Vote[] =>
  Array.from({ length: 8 }, () => ({
    answer: random.next() < 0.05 ? null : random.next() < share ? 'a' : `b${random.int(1, 3)}`,
    confidences: { 'lns-arith': 0.4 + 0.59 * random.next() },
  }))
const questions = Array.from({ length: 300 }, () => question(0.3 + 0.7 * random.next()))

describe('a certified threshold', () => {
  it.each(METHODS)(
    'of %s is the loosest whose stops differ little enough, and stops others as that value does',
    (text) => {
      const spec = certified(text, `certified=${PROMISED[text] ?? 0.05}/0.1`)
      const fixed = certify(spec, questions)
      expect(fixed).toMatchObject({ questions: 300, leftOut: 0 })
      const at = (value: number | null) => {
        const [name] = ['threshold', 'window', 'gamma', 'kappa', 'alpha'].filter((each) => each in spec)
        return (
          text.replace(/(window|gamma|alpha)=[^,@]+/u, '').replace(/[:,]$/u, '') +
          `${text.includes('confidence') ? ',' : ':'}${name}=${value}`
        )
      }
      const differ = questions.filter((votes) => {
        const stop = decidedAt(at(fixed.threshold), votes)
        const full = decidedAt('sc', votes)
        expect(decideCertified(spec, votes, { calibrates: false, fixed })).toEqual(stop)
        return stop.state !== 'stopped' || full.state !== 'stopped' || stop.answer !== full.answer
      })
      expect(fixed.disagreements).toBe(differ.length)
      expect(differ.length / 300).toBeLessThan(spec.certified[0])
    },
  )

  it.each(METHODS)('of %s asks beforehand for nothing that some threshold would not', (text) => {
    const spec = certified(text)
    const fixed = certify(spec, questions)
    for (const votes of questions.slice(0, 40)) {
      const stop = decideCertified(spec, votes, { calibrates: false, fixed })
      for (let read = 0; read < 8; read += 1) {
        const early = decideCertified(spec, votes.slice(0, read), { calibrates: false, fixed: null })
        expect(early.state).toBe('open')
        if (early.state === 'open' && stop.state === 'stopped')
          expect(early.until).toBeLessThanOrEqual(Math.max(read, stop.calls))
      }
    }
  })

  it('draws calibration questions whole, and all where no threshold keeps the promise', () => {
    const spec = certified('asc-beta')
    const votes = question(1)
    const whole = { state: 'stopped', calls: 8, answer: 'a' }
    expect(decideCertified(spec, votes, { calibrates: true, fixed: null })).toMatchObject({
      ...whole,
      reason: 'calibration',
    })
    expect(decideCertified(spec, votes.slice(0, 5), { calibrates: true, fixed: null })).toMatchObject({
      state: 'open',
      until: 8,
    })
    const none = certify(spec, questions.slice(0, 21))
    expect(none).toMatchObject({ threshold: null, questions: 21 })
    expect(decideCertified(spec, votes, { calibrates: false, fixed: none })).toMatchObject({
      ...whole,
      reason: 'budget',
    })
    expect(certify(spec, [null, null])).toEqual({ threshold: null, questions: 0, disagreements: 0, leftOut: 2 })
  })

  it('says what it lacks', () => {
    expect(faultOf('asc-beta:calibrate=100,certified=0.02/0.1')).toMatch(/calibrate must be at least 114/)
    expect(faultOf('asc-beta:calibrate=100')).toMatch(/goes with certified/)
    expect(faultOf('asc-beta:certified=0.0001/0.1')).toMatch(/would take 23025 questions/)
    expect(faultOf('asc-beta:certified=0.02')).toMatch(/two shares/)
    expect(faultOf('sc:certified=0.02/0.1')).toMatch(/sc has no parameter "certified"/)
    const spec = certified('asc-beta', 'certified=0.05/0.1')
    expect(certifiedRefusal(spec, 40, [8])).toMatch(/at least 45 questions/)
    expect(certifiedRefusal(spec, 150, [16])).toMatch(/add sc@8/)
    expect(certifiedRefusal(spec, 150, [8])).toBeNull()
    expect(certifiedRefusal(spec, 151, [])).toBeNull()
  })
})
