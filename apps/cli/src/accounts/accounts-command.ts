import { ReadAccounts, ReadEvaluationAccount } from '@cges-fleet/core/contract'
import { Command } from 'commander'
import type { ApiClient } from '../api-client.js'
import { accountsText, evaluationAccountText } from './accounts-text.js'

interface Options {
  readonly api?: string
  readonly json?: boolean
}

/** `cges accounts`: what the caller's team has used, or what one evaluation cost. */
export function accountsCommand(apiOf: (options: { api?: string }) => ApiClient): Command {
  return new Command('accounts')
    .description('what your team has used, by day and pool, and against its limits; or what one evaluation cost')
    .argument('[id]', 'an evaluation’s id')
    .option('--json', 'print JSON instead of text')
    .action(async (id: string | undefined, options: Options) => {
      const api = apiOf(options)
      const show = (content: object, text: string[]) =>
        console.log(options.json === true ? JSON.stringify(content, null, 2) : text.join('\n'))
      if (id === undefined) {
        const accounts = await api.call(ReadAccounts)
        return show(accounts, accountsText(accounts))
      }
      const account = await api.call(ReadEvaluationAccount, { path: { id } })
      show(account, evaluationAccountText(account))
    })
}
