import { counting } from './families/counting.js'
import { dates } from './families/dates.js'
import { lastLetters } from './families/last-letters.js'
import { mixtures } from './families/mixtures.js'
import { numberBases } from './families/number-bases.js'
import { ordering } from './families/ordering.js'
import { sequences } from './families/sequences.js'
import { shopping } from './families/shopping.js'
import { travel } from './families/travel.js'
import { unitConversion } from './families/unit-conversion.js'
import { weekdays } from './families/weekdays.js'
import { workRates } from './families/work-rates.js'
import type { Draft, Family } from './family.js'
import type { ScenarioQuestion } from './scenario-question.js'
import { seededRandom } from '@cges-fleet/methods'

const FAMILIES: readonly Family[] = [
  shopping,
  dates,
  ordering,
  numberBases,
  travel,
  lastLetters,
  counting,
  mixtures,
  weekdays,
  unitConversion,
  sequences,
  workRates,
]

const PER_FAMILY = 20

/**
 * Generates the 240 demonstration questions together with how hard a simulated model finds each and what it answers
 * when it errs. The same on every call; families alternate, so that any prefix of the list is a fair mixture.
 */
export function demoScenario(): ScenarioQuestion[] {
  const written = new Set<string>()
  return Array.from({ length: PER_FAMILY }, (_, position) => position).flatMap((position) =>
    FAMILIES.map((family) => writeQuestion(family, position, written)),
  )
}

/** Generates one question, again with other numbers if the text exists already. */
function writeQuestion(family: Family, position: number, written: Set<string>): ScenarioQuestion {
  const id = `demo-${family.name}-${String(position + 1).padStart(2, '0')}`
  for (let attempt = 0; ; attempt += 1) {
    const random = seededRandom(`${id}/${attempt}`)
    const draft = family.write(random, position)
    if (written.has(draft.question)) continue
    written.add(draft.question)
    const difficulty = Math.min(0.98, Math.max(0.02, family.difficulty + 0.8 * (random.next() - 0.5)))
    return { id, question: draft.question, answer: draft.answer, distractors: distractorsOf(draft), difficulty }
  }
}

function distractorsOf({ answer, slips }: Draft): string[] {
  const wrong = slips.filter((slip) => slip !== '' && slip.toLowerCase() !== answer.toLowerCase())
  return [...new Set(wrong)].slice(0, 6)
}
