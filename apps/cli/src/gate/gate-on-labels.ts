import { counted, countedOf, type Provenance } from '@cges-fleet/core'
import {
  type GradedAnswer,
  type LabelledGate,
  learnLabelledGate,
  seededRandom,
  type Taken,
  takenBy,
} from '@cges-fleet/methods'
import { isRight, type ValueMaps } from '@cges-fleet/replay'
import { wilsonInterval } from '@cges-fleet/statistics'
import { type ApiOf, learning, storedIds } from '../prior/history-of.js'
import { percent } from '../report/format.js'
import { markLine } from '../report/provenance-mark.js'
import { type LabelFlags, type LabelledQuestions, labelledQuestions } from '../tune/labelled-questions.js'
import { firstAnswers } from './first-answers.js'
import type { GateFlags } from './gate-flags.js'

/** A gate learned from labels, and what it takes of the questions that it did not learn from. */
export interface GateOnLabels extends LabelledGate {
  readonly questions: number
  readonly models: readonly string[]
  readonly provenance: Provenance | null
  /** Questions whose labels were read to learn it. */
  readonly labels: number
  readonly seed: number
  /** Null if no question is left to check on. */
  readonly check: Taken | null
}

/** Calibrates `reasc` on the labels of some questions, drawn by the seed, and checks it on the others. */
export async function gateOnLabels(
  sources: readonly string[],
  flags: GateFlags & { readonly labels: number },
  apiOf: ApiOf,
): Promise<GateOnLabels> {
  const all = await gradedQuestions(sources, flags, apiOf)
  const ordered = seededRandom(`gate ${flags.seed}`).shuffle(all.flatMap((part) => gradedFirst(part, flags)))
  const given = (questions: typeof ordered) => questions.filter((each) => each !== null)
  const [slice, rest] = [ordered.slice(0, flags.labels), ordered.slice(flags.labels)]
  const learned = learning(() => learnLabelledGate(given(slice), flags.target))
  return {
    questions: ordered.length,
    models: [...new Set(all.flatMap(({ models }) => models))],
    provenance: all.find(({ provenance }) => markLine(provenance) !== null)?.provenance ?? all[0]?.provenance ?? null,
    labels: slice.length,
    seed: flags.seed,
    ...learned,
    check: rest.length === 0 ? null : takenBy(learned.gate, given(rest)),
  }
}

async function gradedQuestions(
  sources: readonly string[],
  flags: LabelFlags,
  apiOf: ApiOf,
): Promise<LabelledQuestions[]> {
  const ids = storedIds(sources)
  if (ids.length === 0) return [await labelledQuestions(sources, flags, apiOf)]
  const parts: LabelledQuestions[] = []
  for (const id of ids) parts.push(await labelledQuestions([id], flags, apiOf))
  return parts
}

function gradedFirst({ recordings, grades }: LabelledQuestions, flags: GateFlags): (GradedAnswer | null)[] {
  const maps: ValueMaps = { confidence: flags.confidenceMap, reward: flags.rewardMap }
  const first = firstAnswers(
    recordings.map(({ samples }) => samples),
    flags.confidence,
    maps,
  )
  return recordings.map((recording, at) => {
    const found = first[at] ?? null
    return found && { confidence: found.confidence, isRight: isRight(recording, found.answer, grades) }
  })
}

/** Formats for people what was learned from labels, and what that is worth. */
export function labelledLines({
  questions,
  models,
  labels,
  seed,
  onLabels,
  check,
  provenance,
}: GateOnLabels): string[] {
  const several = models.length > 1 ? [`they are of several models: ${models.join(', ')}`] : []
  const mark = markLine(provenance)
  return [
    ...(mark === null ? [] : [mark]),
    `learned from the labels of ${countedOf(labels, questions, 'question')} (seed ${seed}); use it on other questions, asked of the same model`,
    ...several,
    `there the gate takes ${takenLine(onLabels)}: chosen on their labels, so its accuracy there flatters`,
    check === null
      ? 'no question is left to check it on'
      : `on the other ${counted(questions - labels, 'question')} it takes ${takenLine(check)}`,
  ]
}

function takenLine({ answers, taken, right }: Taken): string {
  if (taken === 0) return `none of ${counted(answers, 'first answer')} at once`
  const { low, high } = wilsonInterval(right, taken)
  const accuracy = `${percent(right / taken)} [${percent(low)}, ${percent(high)}]`
  return `${percent(taken / answers)} of ${counted(answers, 'first answer')} at once, of which ${accuracy} are right`
}
