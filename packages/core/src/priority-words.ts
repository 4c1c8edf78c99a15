import { counted } from './counted.js'
import { PRIORITIES, PRIORITY_TURNS } from './fairness/priority.js'
import type { Priority } from './schemas/priority.js'

/** Says how a team's evaluations in a pool take turns; null where all have one priority. */
export function prioritiesWords(evaluations: Readonly<Record<Priority, number>>): string | null {
  const present = PRIORITIES.toReversed().filter((priority) => evaluations[priority] > 0)
  if (present.length < 2) return null
  const counts = present.map((priority) => `${evaluations[priority]} ${priority}`).join(', ')
  const least = PRIORITY_TURNS[present.at(-1) ?? 'low']
  const turns = present.map((priority) => PRIORITY_TURNS[priority] / least).join(' : ')
  return `Your evaluations here by priority: ${counts}. While samples of all of them wait, they take turns ${turns}.`
}

/** Says that evaluations of the same team go before one of a lower priority, and how it still advances. */
export function behindWords(higher: number, priority: Priority): string {
  return `Behind ${counted(higher, 'evaluation')} of your team with a higher priority. This one has priority ${priority} and still gets some of the turns. Raise its priority to get more.`
}
