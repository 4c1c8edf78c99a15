import type { QuestionView } from '@cges-fleet/core'
import { counted } from '@cges-fleet/core/counted'
import { findRule, scorePath, type ScoreStep, type Vote } from '@cges-fleet/methods/replay'
import { formatShare } from '../../ui/format/numbers'
import type { NamedReport } from '../../ui/methods/names'
import type { TableText } from '../../ui/table/table-text'
import { answerName } from './answers'

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
function thresholdOf({ spec }: Pick<NamedReport, 'spec'>): number | null {
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
