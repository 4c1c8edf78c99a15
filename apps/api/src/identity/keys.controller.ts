import { type IssuedKey, type KeyList, type KeyView, scopesOf } from '@cges-fleet/core'
import { CreateKey, ListKeys, RevokeKey, RotateKey } from '@cges-fleet/core/contract'
import {
  createKey,
  type Database,
  findKey,
  isPersonName,
  type Issuer,
  listKeys,
  type Pepper,
  revokeKey,
  rotateKey,
} from '@cges-fleet/db'
import { Controller, Inject } from '@nestjs/common'
import { administered, Caller } from '../access/caller.js'
import { IDENTITY_DATABASE, PEPPER } from '../tokens.js'
import { listedTeam, requireWithin, teamOf } from './administered-teams.js'
import { Refusal, refuseField } from '../http/refusal.js'
import { Input, Serves } from '../http/serves.js'

@Controller()
export class KeysController {
  constructor(
    @Inject(IDENTITY_DATABASE) private readonly identity: Database,
    @Inject(PEPPER) private readonly pepper: Pepper | null,
  ) {}

  @Serves(ListKeys)
  async list(@Caller() caller: Caller, @Input() { query: { team } }: Input<typeof ListKeys>): Promise<KeyList> {
    const db = administered(this.identity, caller)
    return { keys: await listKeys(db, await listedTeam(db, caller, team)) }
  }

  @Serves(CreateKey)
  async create(@Caller() caller: Caller, @Input() { body: wanted }: Input<typeof CreateKey>): Promise<IssuedKey> {
    const { name, role, scopes = null, expiresAt = null } = wanted
    if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) throw refuseField('expiresAt', 'is in the past')
    if (scopesOf(role, scopes).length === 0) throw refuseField('scopes', `the role ${role} has none of them`)
    const issuer = this.#issuer(caller)
    requireWithin(caller, { role, scopes })
    if (await isPersonName(this.identity, name)) throw refuseField('name', 'is the name of a person: choose another')
    const db = administered(this.identity, caller)
    const team = await teamOf(db, caller, wanted.team)
    return createKey(db, { team, name, role, scopes, expiresAt }, issuer)
  }

  @Serves(RotateKey)
  async rotate(
    @Caller() caller: Caller,
    @Input() { path: { id }, body: { overlapHours } }: Input<typeof RotateKey>,
  ): Promise<IssuedKey> {
    const issuer = this.#issuer(caller)
    const db = administered(this.identity, caller)
    const old = await findKey(db, id)
    if (old === null) throw unknown(id)
    if (old.person !== null)
      throw new Refusal('conflict', `Key ${id} is ${old.person}’s own: only they make a new one, in their settings.`)
    requireWithin(caller, old)
    const issued = await rotateKey(db, id, overlapHours, issuer)
    if (issued === null) throw new Refusal('conflict', `Key ${id} is ${old.state}: make a new one instead.`)
    return issued
  }

  @Serves(RevokeKey)
  async revoke(@Caller() caller: Caller, @Input() { path: { id } }: Input<typeof RevokeKey>): Promise<KeyView> {
    const db = administered(this.identity, caller)
    const key = await findKey(db, id)
    if (key === null) throw unknown(id)
    if (key.role === 'fleet-admin' && !caller.scopes.includes('teams:manage')) {
      throw new Refusal(
        'forbidden',
        `Key ${id} belongs to a fleet administrator: only a fleet administrator can revoke it.`,
      )
    }
    const revoked = await revokeKey(db, id, caller.actor)
    if (revoked === null) throw unknown(id)
    return revoked
  }

  #issuer({ actor }: Caller): Issuer {
    const { pepper } = this
    if (pepper !== null) return { actor, pepper }
    throw new Refusal(
      'conflict',
      'This fleet has no sign-in, so keys have no use. Start it with KEY_PEPPER_FILE set, then create the first key with `cges key create --admin`.',
    )
  }
}

function unknown(id: string): Refusal {
  return new Refusal('not_found', `There is no key ${id}.`)
}
