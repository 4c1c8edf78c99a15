import { type EvaluationView, hasEnded } from '@cges-fleet/core'
import type { ApiClient } from '../api-client.js'
import { printResult } from '../manners/print-result.js'
import { evaluationJson } from '../report/evaluation-json.js'
import { reportText, liveText } from '../report/evaluation-text.js'
import { LiveDisplay } from '../report/live-display.js'
import { liveLine } from '../report/live-line.js'
import { ProgressLine } from '../report/progress-line.js'

/**
 * Shows an evaluation until it ends, or is paused since its samples are copies: nobody may be there to decide. Then its
 * table, or as JSON its end alone; returns its final status.
 */
export async function watchEvaluation(
  api: ApiClient,
  id: string,
  flags: { readonly json?: boolean } = {},
): Promise<EvaluationView> {
  const display = new LiveDisplay(process.stdout, () => performance.now())
  const progress = new ProgressLine('deciding', performance.now() / 1000)
  let last: EvaluationView | undefined
  for await (const view of api.follow(id)) {
    last = view
    const { closed, blocked, total } = view.trials
    const line = progress.at(performance.now() / 1000, { done: closed + blocked, total, what: 'questions' })
    if (isPausedForCopies(view)) break
    if (flags.json !== true && !hasEnded(view.status)) display.show([...liveText(view), '', line], liveLine(view))
  }
  display.clear()
  if (last === undefined) throw new Error(`evaluation ${id} told nothing`)
  const ended = last
  printResult(flags, evaluationJson(ended), () => reportText(ended))
  return ended
}

/** Whether it waits for somebody to decide on samples that are copies. */
function isPausedForCopies({ status, independence }: EvaluationView): boolean {
  return status === 'paused' && independence.state === 'copies'
}
