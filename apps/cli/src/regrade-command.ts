import { setTimeout as sleep } from 'node:timers/promises'
import { ReadRegrade, RequestRegrade } from '@cges-fleet/core/contract'
import { Command, Option } from 'commander'
import type { ApiClient } from './api-client.js'
import { regradeText } from './report/regrade-text.js'

interface Options {
  readonly api?: string
  readonly format: string
}

/** How often a regrade under way is read. */
const FOLLOW_MS = 300

/** `cges regrade`: the stored samples read and decided again, at no call, and what flipped. */
export function regradeCommand(apiOf: (options: { api?: string }) => ApiClient): Command {
  return new Command('regrade')
    .description('grade an ended evaluation’s stored samples with the present grading version, at no call')
    .argument('<id>', 'its id')
    .addOption(new Option('--format <format>', 'how').choices(['table', 'json']).default('table'))
    .action(async (id: string, options: Options) => {
      const api = apiOf(options)
      let regrade = await api.call(RequestRegrade, { path: { id } })
      while (regrade.finishedAt === null) {
        await sleep(FOLLOW_MS)
        regrade = await api.call(ReadRegrade, { path: { id } })
      }
      console.log(options.format === 'json' ? JSON.stringify(regrade, null, 2) : regradeText(regrade).join('\n'))
    })
}
