import { scopesOf } from '@cges-fleet/core'
import {
  type Database,
  findKeyHolder,
  type Holder,
  LOCAL_TEAM,
  parseKey,
  type Pepper,
  takeHolderRequest,
  takeRefused,
  type TeamId,
} from '@cges-fleet/db'
import { addressKey, clientOf, type DoorEnvironment, foreignHost, type Trusts, trustOf } from '@cges-fleet/stores'
import type { IncomingMessage } from 'node:http'
import { Refusal } from './refusal.js'

type Terms = Pick<
  DoorEnvironment,
  'KEY_REQUESTS_PER_SECOND' | 'TEAM_REQUESTS_PER_SECOND' | 'LOCAL_NAMES' | 'TRUSTED_PROXIES'
>

/** Finds out who asks, by the API's keys and rates, on every request: a revoked key is refused from the next one on. */
export class Callers {
  readonly #trusts: Trusts

  constructor(
    private readonly identity: Database,
    /** Null on a fleet without sign-in. */
    private readonly pepper: Pepper | null,
    private readonly terms: Terms,
  ) {
    this.#trusts = trustOf(terms.TRUSTED_PROXIES)
  }

  /** The team that a request is answered for. */
  async of({ headers, socket }: IncomingMessage): Promise<TeamId> {
    if (headers['sec-fetch-site'] === 'cross-site')
      throw new Refusal('forbidden', 'Requests from other sites are not answered.')
    const { pepper } = this
    if (pepper === null) return this.#local(headers)
    const { authorization } = headers
    if (authorization === undefined)
      throw new Refusal('unauthenticated', 'Send a key of your team: Authorization: Bearer <key>.')
    const key = parseKey(authorization.replace(/^Bearer +/iu, ''))
    const found = key === null ? null : await this.#counted((tx) => findKeyHolder(tx, key, pepper))
    if (found === null) return this.#refuse(clientOf(socket.remoteAddress ?? '', forwardedFor(headers), this.#trusts))
    const { holder, seconds } = found
    if (seconds > 0) throw tooSoon('Too many requests: wait as long as Retry-After says.', seconds)
    if (!mayDraw(holder))
      throw new Refusal('forbidden', 'This key may not have anything drawn: it needs the scope evaluations:write.')
    return holder.team
  }

  #counted(find: (tx: Parameters<typeof findKeyHolder>[0]) => Promise<Holder | null>) {
    const { KEY_REQUESTS_PER_SECOND: perKey, TEAM_REQUESTS_PER_SECOND: perTeam } = this.terms
    return this.identity.transaction(async (tx) => {
      const holder = await find(tx)
      return holder === null ? null : { holder, seconds: await takeHolderRequest(tx, holder, { perKey, perTeam }) }
    })
  }

  async #refuse(address: string): Promise<never> {
    const seconds = await takeRefused(this.identity, addressKey(address))
    if (seconds > 0) throw tooSoon('Too many requests with keys that do not work.', seconds)
    throw new Refusal(
      'unauthenticated',
      'This key does not work: it is misspelt, has expired or was revoked. Ask your team’s admin for another.',
    )
  }

  /** Without sign-in a request must name this machine, which a page of another site cannot make it do. */
  #local(headers: IncomingMessage['headers']): TeamId {
    const hosts = [headers.host ?? '', headers['x-forwarded-host']]
    if (foreignHost(hosts, this.terms.LOCAL_NAMES) === null) return LOCAL_TEAM
    throw new Refusal('forbidden', 'This fleet has no sign-in, so it answers only at localhost. Set KEY_PEPPER_FILE.')
  }
}

/** Several headers of one name are joined by Node. */
function forwardedFor(headers: IncomingMessage['headers']): string | undefined {
  const forwarded = headers['x-forwarded-for']
  return typeof forwarded === 'string' ? forwarded : forwarded?.join(',')
}

/** A person's own key may no more than the person. */
function mayDraw({ role, scopes, within }: Holder): boolean {
  return [scopesOf(role, scopes), ...(within === null ? [] : [scopesOf(within, null)])].every((all) =>
    all.includes('evaluations:write'),
  )
}

function tooSoon(message: string, seconds: number): Refusal {
  return new Refusal('too_soon', message, { retryAfter: seconds })
}
