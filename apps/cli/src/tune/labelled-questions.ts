import { answeredBy, type Provenance } from '@cges-fleet/core'
import { type Grades, gradesProblem, type Recording } from '@cges-fleet/replay'
import type { LogFlags } from '../logs/log-options.js'
import { openLog } from '../logs/open-log.js'
import { readingLines } from '../logs/reading-lines.js'
import { stopAtFault } from '../logs/stop-at-fault.js'
import { loadRecordings } from '../offline/replay/load-recordings.js'
import type { ApiOf } from '../prior/history-of.js'
import { markedName } from '../report/provenance-mark.js'
import { UsageError } from '../usage-error.js'
import { storedId, storedRecordings } from './stored-recordings.js'

export interface LabelFlags extends LogFlags {
  readonly api?: string
  readonly grades: Grades
}

/** Questions whose reference answers, or grades, are known. */
export interface LabelledQuestions {
  readonly recordings: readonly Recording[]
  readonly grades: Grades
  readonly name: string | null
  /** Null if the files do not record what answered. */
  readonly provenance: Provenance | null
  readonly models: readonly string[]
}

/** The questions in files, or of a stored evaluation, which are already graded: for learning from labels. */
export async function labelledQuestions(
  sources: readonly string[],
  flags: LabelFlags,
  apiOf: ApiOf,
): Promise<LabelledQuestions> {
  const id = storedId(sources)
  if (id !== null) {
    const { view, recordings } = await storedRecordings(apiOf(flags), id)
    const provenance = answeredBy(view)
    const name = markedName(view.name, provenance)
    return { recordings, grades: 'recorded', name, provenance, models: [view.pool.model] }
  }
  const log = await openLog(sources, flags)
  const { recordings, warnings, figures } = await loadRecordings(log)
  for (const warning of warnings) console.error(`warning: ${warning}`)
  for (const line of readingLines(figures, log.rules)) console.error(line)
  const ungraded = gradesProblem(recordings, flags.grades, { whole: true })
  if (ungraded !== null) throw new UsageError(ungraded)
  stopAtFault(log, figures, { anyway: flags.anyway === true, believesLog: flags.grades === 'recorded' })
  return { recordings, grades: flags.grades, name: null, provenance: log.description?.provenance ?? null, models: [] }
}
