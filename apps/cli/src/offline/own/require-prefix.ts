import { seededRandom } from '@cges-fleet/methods'
import { UsageError } from '../../usage-error.js'
import type { OwnStop, OwnVote } from './own-rule.js'

/** A question as a rule was asked about it, and where it stopped. */
export interface Stopped {
  readonly id: string
  readonly votes: readonly OwnVote[]
  readonly stop: OwnStop
}

/** Asks a rule again. */
type Ask = (votes: readonly OwnVote[]) => Promise<OwnStop>

/** What may stand behind a stop instead of the samples that do, and how that is said. */
const SUFFIXES: readonly (readonly [said: string, suffix: (at: number, all: readonly Stopped[]) => OwnVote[]])[] = [
  ['were shuffled', (at, all) => seededRandom(`suffix ${all[at]?.id ?? ''}`).shuffle(restOf(all[at]))],
  ['were held back', () => []],
  ['were those of another question', (at, all) => elsewhere(at, all)],
  ['all said something else', (at, all) => against(all[at])],
]

/**
 * Checks that a rule is a function of the samples it is charged for: whatever else stands behind its stop, it must stop
 * there with the same answer. Refuses it otherwise, naming the first question where it did not.
 */
export async function requirePrefix(ask: Ask, stopped: readonly Stopped[]): Promise<void> {
  for (const [place, [said, suffix]] of SUFFIXES.entries()) {
    // Where nothing stands behind a stop, asking once more tells whether the rule is a function at all.
    const asked = stopped.flatMap((each, at) => (place === 0 || restOf(each).length > 0 ? [{ each, at }] : []))
    const again = await Promise.all(
      asked.map(({ each, at }) => ask([...each.votes.slice(0, each.stop.calls), ...suffix(at, stopped)])),
    )
    for (const [index, { each }] of asked.entries()) {
      const stop = again[index]
      if (stop?.calls === each.stop.calls && stop.answer === each.stop.answer) continue
      throw new UsageError(
        `the rule is no function of the samples it is charged for: on ${each.id} it stopped after ${told(each.stop)}, ` +
          `and once the samples behind that ${said} after ${told(stop)}`,
      )
    }
  }
}

function told(stop: OwnStop | undefined): string {
  return `${stop?.calls ?? 0} with ${JSON.stringify(stop?.answer ?? null)}`
}

function restOf(stopped: Stopped | undefined): readonly OwnVote[] {
  return stopped === undefined ? [] : stopped.votes.slice(stopped.stop.calls)
}

function elsewhere(at: number, all: readonly Stopped[]): OwnVote[] {
  const here = all[at]
  const other = all[(at + 1) % all.length]
  if (here === undefined || other === undefined) return []
  return other.votes.slice(here.stop.calls, here.votes.length)
}

/** The rest of the samples, each with an answer that was seen and is not the one given, or with a new one. */
function against(stopped: Stopped | undefined): OwnVote[] {
  const before = stopped?.votes.slice(0, stopped.stop.calls) ?? []
  const rival = before.find(({ answer }) => answer !== null && answer !== stopped?.stop.answer)?.answer
  return restOf(stopped).map((vote) => ({ ...vote, answer: rival ?? 'another answer' }))
}
