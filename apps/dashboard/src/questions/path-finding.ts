import { counted } from '@cges-fleet/core/counted'
import type { QuestionView } from '@cges-fleet/core'
import { answerName } from './answer-name'
import type { MethodPath } from './method-paths'

/** Describes in a sentence or two which method stopped first and whether all agree. */
export function pathFinding(paths: readonly MethodPath[], view: Pick<QuestionView, 'answers'>): string {
  const ended = paths.filter(({ stop }) => stop !== null).toSorted((a, b) => (a.stop ?? 0) - (b.stop ?? 0))
  const [first] = ended
  if (first === undefined) return 'No method has a verdict yet.'
  const answers = new Set(ended.map(({ verdict }) => verdict?.answer ?? null))
  const open = paths.length - ended.length
  const agree =
    answers.size === 1
      ? `all that have a verdict say ${answerName(view, first.verdict?.answer ?? null)}`
      : `they gave ${answers.size} different answers`
  const calls = counted(first.stop ?? 0, 'call')
  return `${first.report.name} stopped first, after ${calls}; ${agree}.${open === 0 ? '' : ` ${open} of ${paths.length} have no verdict.`} Faint: samples a method did not use.`
}
