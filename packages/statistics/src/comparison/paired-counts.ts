import type { PairedCounts } from '@cges-fleet/core'
import type { PairedGroup } from './paired-group.js'

/** Adds up what two sides have in common: who is right where, and by how much they differ; null if they share no question. */
export function pairedCounts(groups: readonly PairedGroup[]): PairedCounts | null {
  const sum = (value: (group: PairedGroup) => number) => groups.reduce((total, group) => total + value(group), 0)
  const trials = sum((group) => group.trials * group.questions)
  if (trials === 0) return null
  const both = sum((group) => group.both)
  const onlyThis = sum((group) => group.thisCorrect) - both
  const onlyBase = sum((group) => group.baseCorrect) - both
  return {
    questions: sum((group) => group.questions),
    trials,
    both,
    onlyThis,
    onlyBase,
    neither: trials - both - onlyThis - onlyBase,
    accuracy: (onlyThis - onlyBase) / trials,
    calls: sum((group) => group.callsDifference * group.questions) / trials,
    baseCalls: sum((group) => group.baseCalls) / trials,
  }
}
