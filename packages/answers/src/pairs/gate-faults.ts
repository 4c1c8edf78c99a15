import type { AnswerPair } from './answer-pair.js'
import { byClass } from './by-class.js'
import { type PairFigures, pairFigures } from './pair-figures.js'
import type { PairReason } from './pair-reason.js'
import type { PairVerdict } from './pair-verdict.js'

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
    some.length < MIN_CLASS ? null : splitFault(name, pairFigures(some, merges), MAX_SPLITS_OF_CLASS),
  )
  return [splitFault('all', pairFigures(pairs, merges), MAX_SPLITS), ...faults].filter((fault) => fault !== null)
}

function splitFault(name: string, { same, splits }: PairFigures, most: number): string | null {
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
