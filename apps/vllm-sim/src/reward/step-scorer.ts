import { indexQuestions, type ScenarioQuestion } from '@cges-fleet/formats'
import { seededRandom } from '@cges-fleet/methods'

/** The centre of a step's scores, on the logit scale, for reasoning that ends right and wrong. */
const RIGHT = 2.2
const WRONG = -0.6
const SPREAD = 1.1

/**
 * Scores steps as a process reward model might: those of reasoning that ends in the right answer higher, most of all
 * the last; never with certainty. Deterministic.
 */
export function simulatedStepScorer(model: string, scenario: readonly ScenarioQuestion[]): StepScorer {
  const find = indexQuestions(scenario)
  return (input, steps) => {
    const random = seededRandom(JSON.stringify([model, input]))
    const right = isRight(find(input), steps.at(-1) ?? '')
    return steps.map((_, place) => {
      const sureness = (place + 1) / steps.length
      const middle = right === null ? 0 : right ? RIGHT : WRONG
      const logit =
        0.8 * (1 - sureness) + middle * sureness + SPREAD * (random.next() + random.next() + random.next() - 1.5)
      return 1 / (1 + Math.exp(-logit))
    })
  }
}

/** Whether the last step's box holds the answer; null if the question is unknown. */
function isRight(question: ScenarioQuestion | null, lastStep: string): boolean | null {
  if (question === null) return null
  return lastStep.includes(`\\boxed{${question.answer}}`)
}

/** Returns the scores of a text's reasoning steps in [0, 1], one for each tag that ends a step, in order. */
export type StepScorer = (input: string, steps: readonly string[]) => readonly number[]
