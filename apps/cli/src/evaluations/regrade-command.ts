import { setTimeout as sleep } from 'node:timers/promises'
import { counted, type GradedAnswer, inNumber, type Regrade, type RegradeFlip } from '@cges-fleet/core'
import { GetEvaluation, GetRegrade, RequestRegrade } from '@cges-fleet/core/contract'
import { Command } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import { withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'
import { startProgress } from '../shell/progress.js'

interface Options {
  readonly api?: string
  readonly json?: true
}

/** How often a running regrade is polled. */
const FOLLOW_MS = 300

/** `cges regrade`: reads and decides the stored samples again, at no call, and shows what flipped. */
export function regradeCommand(apiOf: (options: { api?: string }) => ApiClient): Command {
  return withJson(new Command('regrade'))
    .description('grade stored samples with the current grading version; makes no calls')
    .argument('<id>', 'its id')
    .action(async (id: string, options: Options) => {
      const api = apiOf(options)
      const regrade = await followed(api, id)
      printResult(options, regrade, () => regradeText(regrade))
    })
}

/** Waits for it. It is one transaction, invisible until it ends, so the bar shows elapsed time, not a share. */
async function followed(api: ApiClient, id: string): Promise<Regrade> {
  let regrade = await api.call(RequestRegrade, { path: { id } })
  if (regrade.finishedAt !== null) return regrade
  const { samples } = await api.call(GetEvaluation, { path: { id } })
  const bar = startProgress('regrading')
  while (regrade.finishedAt === null) {
    await sleep(FOLLOW_MS)
    bar.wait(`${samples.drawn.toLocaleString('en-US')} samples`)
    regrade = await api.call(GetRegrade, { path: { id } })
  }
  bar.clear()
  return regrade
}

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
    ...(total > SHOWN ? [`… and ${total - Math.min(SHOWN, flips.length)} more: --json lists the first 1,000`] : []),
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
