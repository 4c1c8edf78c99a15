import { setTimeout as sleep } from 'node:timers/promises'
import { webhookTestWords, type WebhookList } from '@cges-fleet/core'
import { GetWebhookTest, ListWebhooks, TestWebhook } from '@cges-fleet/core/contract'
import { Command } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import type { ApiOptions } from '../api/connection.js'
import { withApi, withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'

interface Flags extends ApiOptions {
  readonly json?: true
}

type ApiOf = (options: ApiOptions) => ApiClient

/** `cges webhook`: the webhooks that a team’s evaluations may name, and whether each accepts a message. */
export function webhookCommand(apiOf: ApiOf): Command {
  return new Command('webhook')
    .description('webhooks your evaluations can notify')
    .addCommand(listCommand(apiOf))
    .addCommand(testCommand(apiOf))
}

function listCommand(apiOf: ApiOf): Command {
  return withJson(withApi(new Command('list')))
    .description('list webhooks, each with its last test')
    .action(async (flags: Flags) => {
      const answer = await apiOf(flags).call(ListWebhooks)
      printResult(flags, answer, () => (answer.webhooks.length === 0 ? [NONE] : answer.webhooks.map(line)))
    })
}

const NONE = 'Your fleet has no webhooks. Its operator sets them up with WEBHOOKS_FILE.'

const AGAIN_MS = 500

function testCommand(apiOf: ApiOf): Command {
  return withJson(withApi(new Command('test')))
    .description('send a test message and show what the receiver answered')
    .argument('<webhook>', 'its name')
    .action(async (webhook: string, flags: Flags) => {
      const api = apiOf(flags)
      let test = await api.call(TestWebhook, { path: { webhook } })
      for (; test.endedAt === null; await sleep(AGAIN_MS)) {
        test = await api.call(GetWebhookTest, { path: { webhook, test: test.id } })
      }
      printResult(flags, test, () => [webhookTestWords(test)])
      if (test.failure !== null) process.exitCode = 1
    })
}

function line({ name, host, test }: WebhookList['webhooks'][number]): string {
  const tested = test === null ? 'not tested' : `${test.at.slice(0, 16)}  ${webhookTestWords(test)}`
  return `${name.padEnd(20)} ${host.padEnd(30)} ${tested}`
}
