import { countedOf } from '@cges-fleet/core'
import { seededRandom } from '@cges-fleet/methods'
import { UsageError } from '../errors.js'
import type { CustomStop, CustomVote } from './custom-rule.js'

/** A question as it was put to a rule, and where the rule stopped. */
interface Stopped {
  readonly id: string
  readonly votes: readonly CustomVote[]
  readonly stop: CustomStop
}

/** Decides questions by a rule, each by itself or all together. */
export type Decide = (pools: readonly (readonly CustomVote[])[]) => Promise<CustomStop[]>

/** Replacements for the samples after a stop, each as a refusal names it. */
const SUFFIXES: readonly (readonly [said: string, suffix: (at: number, all: readonly Stopped[]) => CustomVote[]])[] = [
  ['shuffled', (at, all) => seededRandom(`suffix ${all[at]?.id ?? ''}`).shuffle(restOf(all[at]))],
  ['held back', () => []],
  ['replaced by another question’s', (at, all) => elsewhere(at, all)],
  ['replaced by others that disagree', (at, all) => against(all[at])],
]

/**
 * Checks that a rule depends only on the samples it is charged for: whatever samples follow its stops, it must stop
 * there with the same answers. Refuses it otherwise, naming the first question where it did not.
 */
export async function requirePrefix(name: string, decide: Decide, stopped: readonly Stopped[]): Promise<void> {
  for (const [said, suffix] of SUFFIXES) {
    // If no samples follow a stop, asking once more shows whether the rule is deterministic at all.
    const again = await decide(
      stopped.map(({ votes, stop }, at) => [...votes.slice(0, stop.calls), ...suffix(at, stopped)]),
    )
    for (const [at, { id, stop }] of stopped.entries()) {
      const other = again[at]
      if (other?.calls === stop.calls && other.answer === stop.answer) continue
      throw new UsageError(
        `${name} looks ahead, or decides by chance: on question ${id} it stopped after ${callsText(stop)}; ` +
          `with the samples after that ${said}, it stopped after ${callsText(other)}. Decide by the samples before the stop alone`,
      )
    }
  }
}

/** Refuses an answer that none of the samples gave that the rule is charged for, as the API does; null is no answer. */
export function requireSeen(name: string, stopped: readonly Stopped[]): void {
  const isUnseen = ({ votes, stop: { calls, answer } }: Stopped) =>
    answer !== null && votes.slice(0, calls).every((vote) => vote.answer !== answer)
  const unseen = stopped.filter(isUnseen)
  const [first] = unseen
  if (first === undefined) return
  const { id, stop } = first
  throw new UsageError(
    `${name} gives an answer that none of the samples it is charged for gave: on question ${id} it stopped after ${callsText(stop)}, ` +
      `and so on ${countedOf(unseen.length, stopped.length, 'question')}. Return the answer of one of them as it is in votes, or null`,
  )
}

function callsText(stop: CustomStop | undefined): string {
  return `${stop?.calls ?? 0} with ${JSON.stringify(stop?.answer ?? null)}`
}

function restOf(stopped: Stopped | undefined): readonly CustomVote[] {
  return stopped === undefined ? [] : stopped.votes.slice(stopped.stop.calls)
}

function elsewhere(at: number, all: readonly Stopped[]): CustomVote[] {
  const here = all[at]
  const other = all[(at + 1) % all.length]
  if (here === undefined || other === undefined) return []
  return other.votes.slice(here.stop.calls, here.votes.length)
}

/** The rest of the samples, each with an answer that was seen and is not the one given, or with a new one. */
function against(stopped: Stopped | undefined): CustomVote[] {
  const before = stopped?.votes.slice(0, stopped.stop.calls) ?? []
  const rival = before.find(({ answer }) => answer !== null && answer !== stopped?.stop.answer)?.answer
  return restOf(stopped).map((vote) => ({ ...vote, answer: rival ?? 'another answer' }))
}
