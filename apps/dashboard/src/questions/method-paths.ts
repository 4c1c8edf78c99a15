import type { QuestionView } from '@cges-fleet/core'
import { findRule, scorePath, type ScoreStep, type Vote } from '@cges-fleet/methods/replay'
import type { NamedReport } from '../families/name-methods'

type Verdict = QuestionView['verdicts'][number]

/** The path by which one method reached its standing on a question. */
export interface MethodPath {
  readonly report: NamedReport
  readonly verdict: Verdict | null
  /** After each sample; empty if they lack the confidence it reads. */
  readonly steps: readonly ScoreStep[]
  /** The call it stopped at; null if it has not. */
  readonly stop: number | null
  /** The score it stops at, if its rule has one. */
  readonly threshold: number | null
}

/** Replays every method over a question's samples; `answers` of them are shown score by score. */
export function methodPaths(
  { verdicts }: Pick<QuestionView, 'verdicts'>,
  {
    reports,
    votes,
    answers = [],
  }: { reports: readonly NamedReport[]; votes: readonly Vote[]; answers?: readonly string[] },
): MethodPath[] {
  return reports.map((report) => {
    const verdict = verdicts.find(({ method }) => method === report.key) ?? null
    return {
      report,
      verdict,
      steps: stepsOf(report, votes, answers),
      stop: verdict?.state === 'resolved' ? verdict.calls : null,
      threshold: thresholdOf(report),
    }
  })
}

/** The score at which a method's rule stops; null for rules that stop on something else. */
export function thresholdOf({ spec }: Pick<NamedReport, 'spec'>): number | null {
  const rule = findRule(spec.method)
  return rule?.decides === 'trial' ? rule.bar(spec) : null
}

function stepsOf({ spec }: NamedReport, votes: readonly Vote[], answers: readonly string[]): ScoreStep[] {
  try {
    return scorePath(spec, votes.slice(0, spec.budget), answers)
  } catch (error) {
    // A sample without the confidence this method reads, or more answers than its support holds.
    if (error instanceof RangeError) return []
    throw error
  }
}
