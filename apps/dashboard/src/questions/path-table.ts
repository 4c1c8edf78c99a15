import type { QuestionView } from '@cges-fleet/core'
import { formatShare } from '../format/format-share'
import type { TableText } from '../format/table/table-text'
import { answerName } from './answer-name'
import type { MethodPath } from './method-paths'

/** The paths as numbers: the leading answer's score after each call, a star where a method stopped. */
export function pathTable(paths: readonly MethodPath[], view: QuestionView): TableText {
  const calls = Math.max(0, ...paths.map(({ steps }) => steps.length))
  return {
    columns: ['Calls', ...paths.map(({ report }) => report.name)],
    rows: Array.from({ length: calls }, (_, at) => [
      `${at + 1}`,
      ...paths.map((path) => scoreText(path, at, view) + (path.stop === at + 1 ? ' ★ stopped' : '')),
    ]),
    note: '—: no vote yet; empty: beyond the method’s budget',
  }
}

function scoreText({ steps }: MethodPath, at: number, view: QuestionView): string {
  const step = steps[at]
  if (step === undefined) return ''
  if (step.score === null) return '—'
  return `${formatShare(step.score)} ${answerName(view, step.leader === null ? null : Number(step.leader))}`
}
