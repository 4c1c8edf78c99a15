import type { SeededRandom } from '@cges-fleet/methods'
import { tokenize } from '../answers/tokenizer.js'

const OPENINGS = [
  'Let me work through this step by step.',
  'I will take the problem apart and solve one piece at a time.',
  'First I write down what is known, then what is asked.',
] as const

const STEPS = [
  'This part can be worked out on its own, so I do that before anything else.',
  'Writing the relation down makes clear what has to be combined.',
  'Now the pieces are put together in the order the problem describes.',
  'I carry the intermediate result over to the next step.',
  'Substituting what was found leaves a single calculation.',
  'The condition in the last sentence has to be taken into account here.',
  'Going through the cases one after another leaves only one that fits.',
  'Both sides are expressed in the same unit before they are compared.',
] as const

const CHECKS = [
  'A quick check against the wording of the problem shows nothing out of place.',
  'Going back over the arithmetic gives the same value.',
  'Wait, let me look at that step again and do it more slowly.',
  'Another way of looking at it should lead to the same result.',
] as const

const LONG_ONE_IN = 400

export interface Wanted {
  readonly question: string
  /** Null leaves the box out. */
  readonly answer: string | null
  /** Approximate length in tokens; null leaves it to the steps. */
  readonly tokens: number | null
}

/**
 * Generates what a simulated model says before and with its answer: a few numbered steps that quote the question's
 * numbers, as much checking as the length requires (by default little, and now and then a great deal), and the answer
 * in a box at the end.
 */
export function reasoningText({ question, answer, tokens }: Wanted, random: SeededRandom): string {
  const numbers = (question.match(/\d+/g) ?? []).slice(0, 5)
  const given =
    numbers.length > 0 ? `The numbers given are ${numbers.join(', ')}.` : 'Nothing has to be calculated yet.'
  const isLong = random.int(1, LONG_ONE_IN) === 1
  const steps = random.shuffle(STEPS).slice(0, random.int(2, 7))
  const numbered = [given, ...steps].map((step, place) => `Step ${place + 1}: ${step}`)
  const conclusion =
    answer === null
      ? 'The steps do not lead to one value that I can stand by.'
      : `The final answer is \\boxed{${answer}}`
  if (tokens !== null) return filled(tokens, { steps: [random.pick(OPENINGS), ...numbered], conclusion }, random)
  const checks = Array.from({ length: isLong ? random.int(50, 300) : random.int(0, 2) }, () => random.pick(CHECKS))
  return [random.pick(OPENINGS), ...numbered, ...checks, conclusion].join('\n\n')
}

interface Parts {
  readonly steps: readonly string[]
  readonly conclusion: string
}

/** Takes as many steps, and then checks, as come closest to a number of tokens. */
function filled(tokens: number, { steps, conclusion }: Parts, random: SeededRandom): string {
  const parts: string[] = []
  let length = tokenize(conclusion).length + 1
  for (;;) {
    const next = steps[parts.length] ?? random.pick(CHECKS)
    const longer = length + tokenize(next).length + 1
    if (longer - tokens > tokens - length) return [...parts, conclusion].join('\n\n')
    parts.push(next)
    length = longer
  }
}
