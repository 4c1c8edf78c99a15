import { type GroupRole, Role } from '@cges-fleet/core'
import { ListGroupRoles, RemoveGroupRole, SetGroupRole } from '@cges-fleet/core/contract'
import { Command, Option } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import type { ApiOptions } from '../api/connection.js'
import { UsageError } from '../errors.js'
import { withApi, withJson } from '../shell/options.js'
import { printableLine, printResult } from '../shell/printing.js'

interface Flags extends ApiOptions {
  readonly json?: true
  readonly team?: string
}

type ApiOf = (options: ApiOptions) => ApiClient

/** `cges group`: which roles groups of the provider of single sign-on give. */
export function groupCommand(apiOf: ApiOf): Command {
  return new Command('group')
    .description('roles that groups give people who sign in by single sign-on')
    .addCommand(listCommand(apiOf))
    .addCommand(setCommand(apiOf))
    .addCommand(removeCommand(apiOf))
}

function withTeam(command: Command, about: string): Command {
  return withJson(withApi(command)).option('--team <name>', about)
}

function listCommand(apiOf: ApiOf): Command {
  return withTeam(new Command('list'), 'only of this team')
    .description('list groups and their roles: of your team, or of all')
    .action(async (flags: Flags) => {
      const { roles } = await apiOf(flags).call(ListGroupRoles, { query: { team: flags.team } })
      printResult(flags, { roles }, () => roles.map(line))
    })
}

function setCommand(apiOf: ApiOf): Command {
  return withTeam(new Command('set'), 'the team; yours unless given')
    .description('give everybody in a group a role in a team')
    .argument('<group>', 'the group, as your provider names it')
    .addOption(new Option('--role <role>', 'what they may do').choices(Role.options).makeOptionMandatory())
    .action(async (group: string, flags: Flags & { readonly role: Role }) => {
      const set = await apiOf(flags).call(SetGroupRole, { body: { group, role: flags.role, team: flags.team } })
      printResult(flags, set, () => [line(set)])
    })
}

function removeCommand(apiOf: ApiOf): Command {
  return withTeam(new Command('remove'), 'the team, if the group has a role in several')
    .description('take a group’s role away; its people lose it within a minute')
    .argument('<group>', 'the group, as your provider names it')
    .action(async (group: string, flags: Flags) => {
      const api = apiOf(flags)
      const { roles } = await api.call(ListGroupRoles, { query: { team: flags.team } })
      const removed = await api.call(RemoveGroupRole, { path: { mapping: idIn(roles, group) } })
      printResult(flags, removed, () => [line(removed)])
    })
}

function idIn(roles: readonly GroupRole[], group: string): string {
  const named = roles.filter((one) => one.group === group)
  const entered = named.flatMap(({ id }) => (id === null ? [] : [id]))
  const [only] = entered
  if (only !== undefined && entered.length === 1) return only
  if (entered.length > 1) throw new UsageError(`The group "${group}" has a role in several teams: give --team`)
  if (named.length > 0) throw new UsageError(`OIDC_GROUPS_FILE gives the group "${group}" its role: change that file`)
  throw new UsageError(`The group "${group}" has no role\ncges group list shows those that have one.`)
}

function line({ group, team, role, id }: GroupRole): string {
  return `${role.padEnd(12)}${team.padEnd(20)} ${printableLine(group)}${id === null ? '  (OIDC_GROUPS_FILE)' : ''}`
}
