import type { NamedReport } from '../families/name-methods'
import { questionsAddress, type Selection } from '../questions/selection'

/** Gives where the questions behind a method's place in a chart are; nothing where a chart is of no one evaluation. */
export type Opens = (report: NamedReport) => string | undefined

/** Leads from every place of a method to those of its questions that a selection finds. */
export function opensOf(id: string, of: (report: NamedReport) => Selection): Opens {
  return (report) => questionsAddress(id, { method: report.key, ...of(report) })
}
