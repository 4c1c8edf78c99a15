import type { CommentedQuestions, EvaluationStatistics, EvaluationView } from '@cges-fleet/core'

/** The content of a report. */
export interface ReportContent {
  readonly view: EvaluationView
  readonly statistics: EvaluationStatistics
  /** What the team's members say of its questions. */
  readonly commented: CommentedQuestions
  /** When it is written, as an ISO 8601 instant. */
  readonly writtenAt: string
}

/** Writes an evaluation as one HTML page that needs no network, no script and no other file. */
export function writeReport(content: ReportContent): string
