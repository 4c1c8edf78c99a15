import { counted, isThisComputer, SHARE_DAYS, type ShareLinkView, type ShareTarget } from '@cges-fleet/core'
import { CreateShareLink, ListShareLinks, RevokeShareLink } from '@cges-fleet/core/contract'
import { Command } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import { dashboardOf } from '../api/connection.js'
import { wholeFrom, withApi, withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'

interface ApiOptions {
  readonly api?: string
  readonly json?: true
}

interface MakeOptions extends ApiOptions {
  readonly days: number
  readonly dashboard?: string
}

type ApiOf = (options: ApiOptions) => ApiClient

/** `cges share`: read-only links for people without a key. */
export function shareCommand(apiOf: ApiOf): Command {
  const share = new Command('share').description('read-only links that need no key')
  share.addCommand(
    making('evaluation', 'share one evaluation')
      .argument('<id>', 'the evaluation’s id')
      .action((id: string, options: MakeOptions) => make(apiOf, options, { kind: 'evaluation', evaluation: id })),
  )
  share.addCommand(
    making('suite', 'share a suite’s table, with what joins it later')
      .argument('<suite>', 'its name')
      .action((suite: string, options: MakeOptions) => make(apiOf, options, { kind: 'suite', suite })),
  )
  share.addCommand(
    making('comparison', 'share evaluations side by side')
      .argument('<ids...>', 'their ids; the first is the base')
      .action((ids: string[], options: MakeOptions) => make(apiOf, options, { kind: 'comparison', evaluations: ids })),
  )
  share.addCommand(listCommand(apiOf))
  share.addCommand(revokeCommand(apiOf))
  return share
}

function making(name: string, description: string): Command {
  return withJson(withApi(new Command(name)))
    .description(description)
    .option('--days <n>', 'days until the link expires, at most 365', wholeFrom(1), SHARE_DAYS)
    .option('--dashboard <url>', 'address of the dashboard; that of the fleet started here unless given')
}

/** Only the address goes to stdout, unless as JSON; what to know of it goes to stderr. */
async function make(apiOf: ApiOf, options: MakeOptions, target: ShareTarget): Promise<void> {
  const made = await apiOf(options).call(CreateShareLink, { body: { target, days: options.days } })
  const until = made.expiresAt.slice(0, 16)
  const base = options.dashboard ?? dashboardOf(options)
  const isHere = base !== null && URL.canParse(base) && isThisComputer(new URL(base).hostname)
  const who = isHere ? 'Anybody on this computer' : 'Anybody'
  console.error(`${who} with this link reads the figures until ${until}. It is not shown again. Revoke it with`)
  console.error(`cges share revoke ${made.id}`)
  if (isHere) console.error('For others, pass --dashboard with an address of the dashboard that they reach.')
  if (base === null) console.error('Put the address of your dashboard before it, or pass --dashboard.')
  printResult(options, made, () => [`${(base ?? '').replace(/(?<!\/)\/+$/, '')}/shared/${made.token}`])
}

function listCommand(apiOf: ApiOf): Command {
  return withJson(withApi(new Command('list')))
    .description('list your team’s links that work')
    .action(async (options: ApiOptions) => {
      const answer = await apiOf(options).call(ListShareLinks)
      printResult(options, answer, () => answer.links.map(line))
    })
}

function revokeCommand(apiOf: ApiOf): Command {
  return withJson(withApi(new Command('revoke')))
    .description('end a link at once')
    .argument('<link>', 'its id, as cges share list shows it')
    .action(async (link: string, options: ApiOptions) => {
      await apiOf(options).call(RevokeShareLink, { path: { link } })
      printResult(options, { id: link, revoked: true }, () => [`${link}: revoked`])
    })
}

function line({ id, target, names, createdBy, expiresAt }: ShareLinkView): string {
  const by = createdBy === null ? '' : ` by ${createdBy}`
  return `${id}  until ${expiresAt.slice(0, 16)}  ${shown(target, names)}${by}`
}

function shown(target: ShareTarget, names: readonly string[]): string {
  switch (target.kind) {
    case 'evaluation':
      return names[0] ?? 'a deleted evaluation'
    case 'suite':
      return `suite ${target.suite}`
    case 'comparison':
      return target.name ?? `comparison of ${counted(target.evaluations.length, 'evaluation')}`
  }
}
