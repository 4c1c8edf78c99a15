import { z } from 'zod'
import { AnswerKind } from '../answer-key.js'

interface PairCounts {
  readonly pairs: number
  /** How many of the pairs are one answer: splits are counted among these. */
  readonly same: number
  readonly falseMerges: number
  readonly splits: number
}

/** Counts the errors of merging over some pairs: what it merges that is two answers, and what it splits that is one. */
function countPairs(pairs: readonly AnswerPair[], merges: (pair: AnswerPair) => boolean): PairCounts {
  const same = pairs.filter((pair) => pair.same)
  return {
    pairs: pairs.length,
    same: same.length,
    falseMerges: pairs.filter((pair) => !pair.same && merges(pair)).length,
    splits: same.filter((pair) => !merges(pair)).length,
  }
}

interface Judge {
  readonly name: string
  /** Null for a pair it does not judge at all; a pair it cannot read is one it does not merge. */
  readonly merges: (pair: AnswerPair) => boolean | null
}

/**
 * Each judge's false merges and splits as CSV, by class of pairs and over all of them. Of the pairs that are one answer
 * a judge counts those of the kinds it knows: its splits are among these.
 */
export function pairCountsTable(pairs: readonly AnswerPair[], judges: readonly Judge[]): string {
  const groups: [string, readonly AnswerPair[]][] = [
    ...byClass(pairs),
    ['all', pairs],
    ['of them judged', pairs.filter((pair) => pair.derived !== true)],
    ['of them held out', pairs.filter((pair) => pair.heldOut === true)],
  ]
  const counted = ['false merges', 'splits', 'of one answer']
  const heads = ['class', 'pairs', ...judges.flatMap(({ name }) => counted.map((what) => `${name}: ${what}`))]
  const rows = groups.map(([name, some]) => [name, some.length, ...judges.flatMap((judge) => cells(some, judge))])
  return [heads, ...rows].map((line) => `${line.join(',')}\n`).join('')
}

function cells(pairs: readonly AnswerPair[], { merges }: Judge): (number | '')[] {
  const judged = pairs.filter((pair) => merges(pair) !== null)
  if (judged.length === 0) return ['', '', '']
  const { same, falseMerges, splits } = countPairs(judged, (pair) => merges(pair) === true)
  return [falseMerges, splits, same]
}

const MAX_SPLITS = 0.08
const MAX_SPLITS_OF_CLASS = 0.25
/** A class of fewer pairs proves little by itself. */
const MIN_CLASS = 21
const MAX_ARGUABLE = 1

interface Gate {
  readonly pairs: readonly AnswerPair[]
  readonly verdicts: readonly PairVerdict[]
  /** False merges that are accepted. */
  readonly arguable: readonly PairReason[]
  /** Pairs that are one answer although an oracle separates them. */
  readonly overruled: readonly PairReason[]
}

type Merges = (pair: AnswerPair) => boolean

/**
 * Lists why a way of merging answers may not grade: each false merge that is not arguable, too many splits in all or in
 * a class, each pair merged against an oracle without a reason. An empty list is a pass.
 */
export function gateFaults(gate: Gate, merges: Merges): string[] {
  return [...falseMerges(gate, merges), ...manySplits(gate.pairs, merges), ...unexplained(gate, merges)]
}

function falseMerges({ pairs, arguable }: Gate, merges: Merges): string[] {
  const listed = new Set(arguable.map(nameOf))
  const merged = new Set(pairs.filter((pair) => !pair.same && merges(pair)))
  const faults = [...merged].filter((pair) => !listed.has(nameOf(pair))).map((pair) => `false merge: ${shown(pair)}`)
  const names = new Set([...merged].map(nameOf))
  const stale = arguable.filter((reason) => !names.has(nameOf(reason)))
  if (arguable.length > MAX_ARGUABLE) faults.push(`${arguable.length} false merges are called arguable`)
  return [...faults, ...stale.map((reason) => `no false merge, so take it out of arguable.jsonl: ${nameOf(reason)}`)]
}

function manySplits(pairs: readonly AnswerPair[], merges: Merges): string[] {
  const faults = byClass(pairs).map(([name, some]) =>
    some.length < MIN_CLASS ? null : splitFault(name, countPairs(some, merges), MAX_SPLITS_OF_CLASS),
  )
  return [splitFault('all', countPairs(pairs, merges), MAX_SPLITS), ...faults].filter((fault) => fault !== null)
}

function splitFault(name: string, { same, splits }: PairCounts, most: number): string | null {
  return splits > most * same ? `splits: ${name}: ${splits} of ${same}, ${most * 100} % allowed` : null
}

function unexplained({ pairs, verdicts, overruled }: Gate, merges: Merges): string[] {
  const explained = new Set(overruled.map(nameOf))
  const against = new Set(
    verdicts.filter(({ mathVerify, sympy }) => mathVerify === false || sympy === false).map(nameOf),
  )
  const faults = pairs
    .filter((pair) => pair.kind === 'math' && against.has(nameOf(pair)) && !explained.has(nameOf(pair)) && merges(pair))
    .map((pair) => `an oracle calls it two, and no reason is listed: ${shown(pair)}`)
  const stale = overruled.filter((reason) => !against.has(nameOf(reason)))
  return [
    ...faults,
    ...stale.map((reason) => `no oracle calls it two, so take it out of overruled.jsonl: ${nameOf(reason)}`),
  ]
}

function nameOf({ a, b }: Pick<AnswerPair, 'a' | 'b'>): string {
  return JSON.stringify([a, b])
}

/** A held-out pair is named by its class alone: once known it would no longer be held out. */
function shown(pair: AnswerPair): string {
  return pair.heldOut === true ? `${pair.class}: held out` : `${pair.class}: ${pair.a} | ${pair.b}`
}

/** Groups pairs by class, in the order of the classes' names. */
function byClass(pairs: readonly AnswerPair[]): [string, AnswerPair[]][] {
  const names = [...new Set(pairs.map((pair) => pair.class))].toSorted((one, other) => (one < other ? -1 : 1))
  return names.map((name) => [name, pairs.filter((pair) => pair.class === name)])
}

/**
 * A row of pairs.jsonl: two answers, and whether they are one. `derived` is right by construction and made by
 * `derive`, the others were judged by a person; `heldOut` ones were not looked at while the keys were written.
 */
export const AnswerPair = z.strictObject({
  class: z.string().min(1),
  kind: AnswerKind,
  a: z.string().min(1),
  b: z.string().min(1),
  same: z.boolean(),
  derived: z.literal(true).optional(),
  heldOut: z.literal(true).optional(),
})
export type AnswerPair = z.infer<typeof AnswerPair>

/** A row of arguable.jsonl or overruled.jsonl: a pair that is judged against the rule, and why. */
export const PairReason = z.strictObject({ a: z.string(), b: z.string(), reason: z.string().min(10) })
export type PairReason = z.infer<typeof PairReason>

/** A row of oracles.jsonl: what math-verify and SymPy call a pair of kind math; null if it cannot be read. */
export const PairVerdict = z.strictObject({
  a: z.string(),
  b: z.string(),
  mathVerify: z.boolean().nullable(),
  sympy: z.boolean().nullable(),
})
export type PairVerdict = z.infer<typeof PairVerdict>
