import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { answerKey } from '../answer-key.js'
import { AnswerPair } from './answer-pair.js'
import { figuresTable } from './figures-table.js'
import { gateFaults } from './gate-faults.js'
import { PairReason } from './pair-reason.js'
import { PairVerdict } from './pair-verdict.js'

/** `figures.md` is written by `npx vitest run --config .config/vitest.config.ts packages/answers/src/pairs -u` */
const FIGURES = 'figures.md'

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
  const table = figuresTable(gate.pairs, [
    { name: 'cges-fleet', merges },
    { name: 'math-verify', merges: (pair) => oracle(pair, (verdict) => verdict.mathVerify) },
    { name: 'SymPy', merges: (pair) => oracle(pair, (verdict) => verdict.sympy) },
  ])
  console.log(table)
  await expect(table).toMatchFileSnapshot(FIGURES)
})

/** Null for the kinds that the oracles do not know. */
function oracle(pair: AnswerPair, verdict: (verdicts: PairVerdict) => boolean | null): boolean | null {
  const found = verdictOf(pair)
  return found === undefined ? null : verdict(found) === true
}
