import { setTimeout as sleep } from 'node:timers/promises'
import { GetRegrade, RequestRegrade } from '@cges-fleet/core/contract'
import { Command } from 'commander'
import type { ApiClient } from './api-client.js'
import { withJson } from './manners/with-json.js'
import { regradeText } from './report/regrade-text.js'

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
      let regrade = await api.call(RequestRegrade, { path: { id } })
      while (regrade.finishedAt === null) {
        await sleep(FOLLOW_MS)
        regrade = await api.call(GetRegrade, { path: { id } })
      }
      console.log(options.json === true ? JSON.stringify(regrade, null, 2) : regradeText(regrade).join('\n'))
    })
}
