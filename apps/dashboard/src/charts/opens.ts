import type { NamedReport } from '../families/name-methods'
import { questionsAddress, type Selection } from '../questions/selection'

/**
 * Returns the address of the questions behind a method's point in a chart; undefined if the chart spans evaluations.
 */
export type Opens = (report: NamedReport) => string | undefined

/** Links every point of a method to those of its questions that a selection finds. */
export function opensOf(id: string, of: (report: NamedReport) => Selection): Opens {
  return (report) => questionsAddress(id, { method: report.key, ...of(report) })
}
