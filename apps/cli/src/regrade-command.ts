import { setTimeout as sleep } from 'node:timers/promises'
import type { Regrade } from '@cges-fleet/core'
import { GetEvaluation, GetRegrade, RequestRegrade } from '@cges-fleet/core/contract'
import { Command } from 'commander'
import type { ApiClient } from './api-client.js'
import { printResult } from './manners/print-result.js'
import { withJson } from './manners/with-json.js'
import { regradeText } from './report/regrade-text.js'
import { startProgress } from './report/start-progress.js'

interface Options {
  readonly api?: string
  readonly json?: true
}

/** How often a running regrade is polled. */
const FOLLOW_MS = 300

/** `cges regrade`: reads and decides the stored samples again, at no call, and shows what flipped. */
export function regradeCommand(apiOf: (options: { api?: string }) => ApiClient): Command {
  return withJson(new Command('regrade'))
    .description('grade an ended evaluation’s stored samples with the present grading version, at no call')
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
