import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { answerKey } from '../answer-key.js'
import { AnswerPair, pairCountsTable, gateFaults, PairReason, PairVerdict } from './pair-figures.js'

/** `figures.csv` is written by `npx vitest run --config .config/vitest.config.ts packages/answers/src/pairs -u` */
const COUNTS_FILE = 'figures.csv'

const gate = {
  pairs: read('pairs.jsonl', AnswerPair),
  verdicts: read('oracles.jsonl', PairVerdict),
  arguable: read('arguable.jsonl', PairReason),
  overruled: read('overruled.jsonl', PairReason),
}
/** Whether our keys call each one answer: computed once for many tests. */
const merged = new Map(gate.pairs.map((pair) => [pair, answerKey(pair.kind, pair.a) === answerKey(pair.kind, pair.b)]))
const verdicts = new Map(gate.verdicts.map((verdict) => [nameOf(verdict), verdict]))

function read<T>(file: string, row: z.ZodType<T>): T[] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => row.parse(JSON.parse(line)))
}

function merges(pair: AnswerPair): boolean {
  return merged.get(pair) === true
}

function mergesAllSigns(pair: AnswerPair): boolean {
  return pair.same || pair.class === 'sign'
}

function nameOf({ a, b }: Pick<AnswerPair, 'a' | 'b'>): string {
  return JSON.stringify([a, b])
}

function verdictOf(pair: AnswerPair): PairVerdict | undefined {
  return pair.kind === 'math' ? verdicts.get(nameOf(pair)) : undefined
}

describe('pairs of answers', () => {
  it('are at least 2,000 of at least 25 classes, each written once, about as many that are one as two', () => {
    const names = gate.pairs.map((pair) => JSON.stringify([pair.class, pair.kind, ...[pair.a, pair.b].toSorted()]))
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThanOrEqual(2000)
    expect(new Set(gate.pairs.map((pair) => pair.class)).size).toBeGreaterThanOrEqual(25)
    const share = gate.pairs.filter((pair) => pair.same).length / names.length
    expect(share).toBeGreaterThan(0.4)
    expect(share).toBeLessThan(0.6)
  })

  it('hold out a third of those that were not looked at before', () => {
    expect(gate.pairs.filter((pair) => pair.heldOut === true).length).toBeGreaterThanOrEqual(500)
  })

  it('have the verdicts of both oracles, pair by pair', () => {
    const math = gate.pairs.filter((pair) => pair.kind === 'math')
    expect(gate.verdicts.map(nameOf).join('\n') === math.map(nameOf).join('\n')).toBe(true)
    expect(gate.verdicts.filter((verdict) => verdict.mathVerify !== null).length).toBeGreaterThan(math.length / 2)
    expect(gate.verdicts.filter((verdict) => verdict.sympy !== null).length).toBeGreaterThan(math.length / 3)
  })
})

describe('the gate', () => {
  it('lets our keys pass', () => expect(gateFaults(gate, merges)).toEqual([]))

  it.each<[string, (pair: AnswerPair) => boolean]>([
    ['the text itself', ({ a, b }) => a === b],
    ['the text in lower case', ({ a, b }) => a.toLowerCase() === b.toLowerCase()],
    ['the letters and digits of the text', ({ a, b }) => a.replaceAll(/\W/gu, '') === b.replaceAll(/\W/gu, '')],
    ['one key for all', () => true],
    ['math-verify', (pair) => verdictOf(pair)?.mathVerify ?? pair.a === pair.b],
  ])('stops %s', (_, others) => expect(gateFaults(gate, others).length).toBeGreaterThan(0))

  it.each<[string, Partial<typeof gate>, string]>([
    ['a false merge', { arguable: [] }, 'false merge'],
    ['a merge against an oracle without a reason', { overruled: [] }, 'no reason is listed'],
    ['a reason that is out of date', { arguable: [{ a: '1', b: '2', reason: 'they look alike' }] }, 'arguable.jsonl'],
  ])('stops %s', (_, changed, fault) => {
    expect(gateFaults({ ...gate, ...changed }, mergesAllSigns).join('\n')).toContain(fault)
  })

  it('lets the judgement itself pass, but for false merges that are called arguable', () => {
    expect(gateFaults({ ...gate, arguable: [] }, (pair) => pair.same)).toEqual([])
  })

  it('stops a class of its own that splits, however well the others do', () => {
    const faults = gateFaults({ ...gate, arguable: [] }, (pair) => pair.same && pair.class !== 'zero')
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain('splits: zero')
  })
})

it('counts by class what we, math-verify and SymPy merge and split', async () => {
  const table = pairCountsTable(gate.pairs, [
    { name: 'cges-fleet', merges },
    { name: 'math-verify', merges: (pair) => oracle(pair, (verdict) => verdict.mathVerify) },
    { name: 'SymPy', merges: (pair) => oracle(pair, (verdict) => verdict.sympy) },
  ])
  console.log(table)
  await expect(table).toMatchFileSnapshot(COUNTS_FILE)
})

/** Null for the kinds that the oracles do not know. */
function oracle(pair: AnswerPair, verdict: (verdicts: PairVerdict) => boolean | null): boolean | null {
  const found = verdictOf(pair)
  return found === undefined ? null : verdict(found) === true
}

function key(text: string): string {
  return answerKey('math', text)
}

describe('a key of mathematics', () => {
  it('agrees with arithmetic on sums, products and powers of fractions', () => {
    const number = fc.integer({ min: -12, max: 12 })
    const four = fc.tuple(number, number, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 3 }))
    fc.assert(
      fc.property(four, ([a, b, c, n]) => {
        const written = `\\left(\\frac{${a}+(${b})}{${c}}\\right)^{${n}} \\cdot (${a})`
        expect(key(written), written).toBe(key(`${(a + b) ** n * a}/${c ** n}`))
        expect(key(written), written).not.toBe(key(`${(a + b) ** n * a + 1}/${c ** n}`))
      }),
    )
  })

  it('agrees with arithmetic on sums of terms that have a name', () => {
    const terms = fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.constantFrom('x', 'y', 'x^2', 'xy')), {
      minLength: 1,
      maxLength: 6,
    })
    fc.assert(
      fc.property(terms, (some) => {
        const totals = new Map<string, number>()
        for (const [count, name] of some) totals.set(name, (totals.get(name) ?? 0) + count)
        const written = some.map(([count, name]) => `(${count})${name}`).join('+')
        const collected = [...totals].map(([name, count]) => `(${count})${name}`).join('+')
        expect(key(written), written).toBe(key(collected))
        expect(key(`${written}+1`), written).not.toBe(key(collected))
      }),
    )
  })

  it('does not see how a sum or a product is ordered', () => {
    const term = fc.constantFrom('x', '2y', '3', '\\sqrt{2}', 'x^2', '\\pi', '\\frac{x}{2}', '(x+1)(y+2)', '\\sin(x)')
    fc.assert(
      fc.property(
        fc.shuffledSubarray(['x', '2y', '3', '\\sqrt{2}', 'x^2', '\\pi', '\\frac{x}{2}', '(x+1)(y+2)']),
        term,
        (terms, extra) => {
          const all = [...terms, extra]
          expect(key(all.join('+'))).toBe(key(all.toReversed().join('+')))
          const factors = all.map((each) => `(${each})`)
          expect(key(factors.join(''))).toBe(key(factors.toReversed().join('\\cdot ')))
        },
      ),
    )
  })

  it('is that of a product multiplied out', () => {
    const number = fc.integer({ min: -9, max: 9 })
    fc.assert(
      fc.property(fc.tuple(number, number, number, number), ([a, b, c, d]) => {
        const product = `(${a}x+(${b}))(${c}x+(${d}))`
        const expanded = `(${a * c})x^2+(${a * d + b * c})x+(${b * d})`
        expect(key(product), product).toBe(key(expanded))
        expect(key(product), product).not.toBe(key(`${expanded}+x`))
      }),
      { numRuns: 1000 },
    )
  })
})
