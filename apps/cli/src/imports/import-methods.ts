import { type DataDescription, describedBudget } from '@cges-fleet/formats'
import { methodKey, type MethodSpec, ranksQuestions } from '@cges-fleet/methods'
import { splitMethods } from '../offline/replay/split-methods.js'
import { UsageError } from '../usage-error.js'
import type { LogSurvey } from './survey-log.js'

interface Asked {
  readonly method: string[]
  readonly budget?: number
}

/** The methods requested, else those the data name, else the usual ones that the log supports. */
export function importMethods(
  { method, budget }: Asked,
  survey: LogSurvey,
  description: DataDescription | null,
): MethodSpec[] {
  const samples = budget ?? (description === null ? survey.budget : describedBudget(description))
  if (method.length > 0) return splitMethods(method, samples)
  if (description !== null) return describedMethods(description, samples)
  const cges = survey.signal === null ? [] : [`cges:confidence=${survey.signal},gamma=0.99`]
  return splitMethods(['sc', 'esc:window=4', 'asc-beta', ...cges], samples)
}

/** A log cannot rank its questions. */
function describedMethods({ methods }: DataDescription, budget: number): MethodSpec[] {
  const specs = splitMethods([methods.join(';')], budget)
  const runnable = specs.filter((spec) => !ranksQuestions(spec))
  const left = specs.filter(ranksQuestions).map(methodKey)
  if (left.length > 0)
    console.error(`note: ${left.join('; ')} left out: it ranks the questions, which an import cannot`)
  if (runnable.length > 0) return runnable
  throw new UsageError('none of the methods that the data name can be run on an import: name others with --method')
}
