import type { ScenarioQuestion } from '@cges-fleet/formats'
import type { SeededRandom } from '@cges-fleet/methods'

/** The largest error of a simulated judgement of difficulty, either way; difficulties lie in (0, 1). */
const MISJUDGEMENT = 0.2

/**
 * Answers a request to rank numbered questions (`Q1: …`) by difficulty, as a model that judges them roughly right
 * might; null for any other prompt.
 */
export function rankingText(
  prompt: string,
  find: (text: string) => ScenarioQuestion | null,
  random: SeededRandom,
): string | null {
  if (!/questions in order/i.test(prompt)) return null
  const starts = [...prompt.matchAll(/^Q(\d+): /gm)]
  if (starts.length < 2) return null
  const judged = starts.map((start, place) => {
    const text = prompt.slice(start.index + start[0].length, starts[place + 1]?.index)
    const difficulty = find(text)?.difficulty ?? 0.5
    return { number: start[1], felt: difficulty + MISJUDGEMENT * (2 * random.next() - 1) }
  })
  const easiestFirst = judged.toSorted((one, other) => one.felt - other.felt)
  return `Ranking: ${easiestFirst.map(({ number }) => `Q${number}`).join(', ')}`
}
