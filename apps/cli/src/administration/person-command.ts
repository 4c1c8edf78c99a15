import { counted, type PersonView } from '@cges-fleet/core'
import { EndPerson, ListPeople, ReadmitPerson } from '@cges-fleet/core/contract'
import { Command } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import { withApi, withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'

interface ApiOptions {
  readonly api?: string
  readonly json?: true
}

/** `cges person`: the people who signed in by the provider. */
export function personCommand(apiOf: (options: ApiOptions) => ApiClient): Command {
  const person = new Command('person').description('people who sign in by single sign-on')
  person.addCommand(
    withJson(withApi(new Command('list')))
      .description('list people, their teams and roles: of your team, or all')
      .action(async (flags: ApiOptions) => {
        const people = await listAll(apiOf(flags))
        printResult(flags, { people }, () => people.map(line))
      }),
  )
  const change = (name: string, route: typeof EndPerson | typeof ReadmitPerson, about: string) =>
    withJson(withApi(new Command(name)))
      .description(about)
      .argument('<name>', 'the person, as lists name them')
      .action(async (whom: string, flags: ApiOptions) => {
        const changed = await apiOf(flags).call(route, { path: { person: whom } })
        printResult(flags, changed, () => [line(changed)])
      })
  person.addCommand(
    change('end', EndPerson, 'end a person’s sessions, keys and memberships, and refuse them from now on'),
  )
  person.addCommand(change('readmit', ReadmitPerson, 'let a person who was ended sign in again; their keys stay ended'))
  return person
}

async function listAll(api: ApiClient): Promise<PersonView[]> {
  const people: PersonView[] = []
  for (let after: string | undefined | null; after !== null;) {
    const page = await api.call(ListPeople, { query: { after } })
    people.push(...page.people)
    after = page.next
  }
  return people
}

function line({ name, email, teams, keys, endedAt }: PersonView): string {
  const roles = teams.map(({ team, role }) => `${role} of ${team}`).join(', ')
  const state = endedAt === null ? roles || 'in no team' : `ended ${endedAt.slice(0, 16)}`
  return `${name}${email === null ? '' : ` <${email}>`}  ${state}${keys === 0 ? '' : `, ${counted(keys, 'key')}`}`
}
