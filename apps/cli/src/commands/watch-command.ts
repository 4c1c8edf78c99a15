import { Command } from 'commander'
import type { ApiClient } from '../api-client.js'
import type { ApiOptions } from '../api-of.js'
import { withApi } from '../manners/with-api.js'
import { withJson } from '../manners/with-json.js'
import { watchEvaluation } from './watch-evaluation.js'

/** `cges watch`: an evaluation until it ends. */
export function watchCommand(apiOf: (options: ApiOptions) => ApiClient): Command {
  return withJson(withApi(new Command('watch')))
    .description('show an evaluation until it ends')
    .argument('<id>', 'its id')
    .action(async (id: string, options: ApiOptions & { json?: true }) => {
      const ended = await watchEvaluation(apiOf(options), id, options)
      process.exitCode = ended.status === 'done' ? 0 : 1
    })
}
