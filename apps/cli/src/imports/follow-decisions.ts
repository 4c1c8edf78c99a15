import type { EvaluationView } from '@cges-fleet/core'
import type { ApiClient } from '../api-client.js'
import { startProgress } from '../report/start-progress.js'

/** Waits until the coordinator has decided every trial of an import, showing progress. */
export async function followDecisions(api: ApiClient, id: string): Promise<EvaluationView> {
  const bar = startProgress('deciding ')
  let last: EvaluationView | undefined
  let before: number | undefined
  for await (const view of api.follow(id)) {
    last = view
    const { closed, blocked, total } = view.trials
    before ??= closed + blocked
    bar.show({ done: closed + blocked, total, count: closed + blocked - before, what: 'questions' })
  }
  bar.clear()
  if (last === undefined) throw new Error(`evaluation ${id} told nothing`)
  return last
}
