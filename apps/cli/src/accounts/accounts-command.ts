import { GetAccounts, GetEvaluationAccount } from '@cges-fleet/core/contract'
import { Command } from 'commander'
import type { ApiClient } from '../api-client.js'
import { printResult } from '../manners/print-result.js'
import { withJson } from '../manners/with-json.js'
import { waitWithBar } from '../report/wait-with-bar.js'
import { accountsText, evaluationAccountText } from './accounts-text.js'

interface Options {
  readonly api?: string
  readonly json?: boolean
}

/** `cges accounts`: the usage of the caller's team, or the cost of one evaluation. */
export function accountsCommand(apiOf: (options: { api?: string }) => ApiClient): Command {
  return withJson(new Command('accounts'))
    .description('what your team has used, by day and pool, and against its limits; or what one evaluation cost')
    .argument('[id]', 'an evaluation’s id')
    .action(async (id: string | undefined, options: Options) => {
      const api = apiOf(options)
      if (id === undefined) {
        const accounts = await waitWithBar('counting', 'what your team used', api.call(GetAccounts))
        return printResult(options, accounts, () => accountsText(accounts))
      }
      const account = await waitWithBar('counting', 'what it cost', api.call(GetEvaluationAccount, { path: { id } }))
      printResult(options, account, () => evaluationAccountText(account))
    })
}
