import {
  type IssuedKey,
  type KeyList,
  type KeyView,
  type PeoplePage,
  type PersonView,
  scopesOf,
} from '@cges-fleet/core'
import {
  CreateOwnKey,
  EndPerson,
  ListOwnKeys,
  ListPeople,
  ReadmitPerson,
  RevokeOwnKey,
} from '@cges-fleet/core/contract'
import {
  createOwnKey,
  type Database,
  endPerson,
  type KnownPerson,
  listOwnKeys,
  listPeople,
  MOST_OWN_KEYS,
  type Pepper,
  readmitPerson,
  revokeOwnKey,
} from '@cges-fleet/db'
import { Controller, Inject } from '@nestjs/common'
import { administered, Caller } from '../access/caller.js'
import { IDENTITY_DATABASE, PEPPER } from '../tokens.js'
import { Refusal, refuseField } from '../http/refusal.js'
import { Input, Serves } from '../http/serves.js'

/** People: who they are, how they are ended, and the keys that are their own. */
@Controller()
export class PeopleController {
  constructor(
    @Inject(IDENTITY_DATABASE) private readonly identity: Database,
    @Inject(PEPPER) private readonly pepper: Pepper | null,
  ) {}

  @Serves(ListOwnKeys)
  async ownKeys(@Caller() caller: Caller): Promise<KeyList> {
    const { person } = this.#signedIn(caller)
    return { keys: await listOwnKeys(this.identity, { person, team: caller.team }) }
  }

  @Serves(CreateOwnKey)
  async createOwnKey(@Caller() caller: Caller, @Input() { body }: Input<typeof CreateOwnKey>): Promise<IssuedKey> {
    const { person, pepper } = this.#signedIn(caller)
    const { name, scopes = null, expiresAt = null } = body
    const { team, role } = caller
    if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) throw refuseField('expiresAt', 'is in the past')
    if (scopesOf(role, scopes).length === 0) throw refuseField('scopes', `your role (${role}) has none of them`)
    const issued = await createOwnKey(this.identity, { team, name, role, scopes, expiresAt, person }, pepper)
    if (issued === null)
      throw new Refusal('conflict', `You have ${MOST_OWN_KEYS} keys, the most a person may have. Revoke one first.`)
    return issued
  }

  @Serves(RevokeOwnKey)
  async revokeOwnKey(
    @Caller() caller: Caller,
    @Input() { path: { id } }: Input<typeof RevokeOwnKey>,
  ): Promise<KeyView> {
    const { person } = this.#signedIn(caller)
    const revoked = await revokeOwnKey(this.identity, id, { person, team: caller.team })
    if (revoked === null) throw new Refusal('not_found', `You have no key ${id} in this team.`)
    return revoked
  }

  @Serves(ListPeople)
  list(@Caller() caller: Caller, @Input() { query: { after } }: Input<typeof ListPeople>): Promise<PeoplePage> {
    return listPeople(administered(this.identity, caller), after ?? null)
  }

  @Serves(EndPerson)
  async end(
    @Caller() { actor }: Caller,
    @Input() { path: { person: name } }: Input<typeof EndPerson>,
  ): Promise<PersonView> {
    return found(name, await endPerson(this.identity, name, actor))
  }

  @Serves(ReadmitPerson)
  async readmit(
    @Caller() { actor }: Caller,
    @Input() { path: { person: name } }: Input<typeof ReadmitPerson>,
  ): Promise<PersonView> {
    return found(name, await readmitPerson(this.identity, name, actor))
  }

  /** A key makes no other: one that leaked would outlive its end. */
  #signedIn({ person, session }: Caller): { readonly person: KnownPerson; readonly pepper: Pepper } {
    const { pepper } = this
    if (person !== null && session !== null && pepper !== null) return { person, pepper }
    throw new Refusal('conflict', 'Only a person makes keys of their own: sign in to the dashboard by single sign-on.')
  }
}

function found(name: string, person: PersonView | null): PersonView {
  if (person === null) throw new Refusal('not_found', `There is no person "${name}".`)
  return person
}
