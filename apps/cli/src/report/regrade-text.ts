import { counted, inNumber } from '@cges-fleet/core'
import type { GradedAnswer, Regrade, RegradeFlip } from '@cges-fleet/core'

const SHOWN = 40

/** Formats a regrade for people: the counts, then each verdict and answer that flipped. */
export function regradeText(regrade: Regrade): string[] {
  const { samples, answers, verdicts, correctness, undecided, unreadable, flips } = regrade
  const total = answers + verdicts
  return [
    `grading version ${regrade.gradingVersion}: ${counted(samples, 'sample')} read again, 0 calls`,
    `${counted(answers, 'answer')} and ${counted(verdicts, 'verdict')} flipped, ${correctness} of these in being right; ${undecided} undecided`,
    ...(unreadable > 0
      ? [
          `${counted(unreadable, 'sample')} kept ${inNumber(unreadable, 'its', 'their')} answer: ${inNumber(unreadable, 'its', 'their')} text is no longer stored`,
        ]
      : []),
    ...flips.slice(0, SHOWN).map(flipLine),
    ...(total > SHOWN
      ? [`… and ${total - Math.min(SHOWN, flips.length)} more: --format json tells the first 1,000`]
      : []),
    `digest ${regrade.digest ?? '?'} (grading version ${regrade.gradingVersion})`,
  ]
}

function flipLine({ questionId, replicate, sample, method, before, after }: RegradeFlip): string {
  const what = method ?? `sample ${(sample ?? 0) + 1}`
  return `  ${questionId} #${replicate} ${what}: ${side(before)} → ${side(after)}`
}

function side({ answer, correct, calls, reason }: GradedAnswer): string {
  const grade = answer === null ? reason : `${JSON.stringify(answer)} ${correct ? 'right' : 'wrong'}`
  return calls === null ? grade : `${grade} after ${calls} (${reason})`
}
