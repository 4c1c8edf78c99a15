import {
  confirmSession,
  type Database,
  type DueSession,
  endUnconfirmed,
  keepTokens,
  takeDueSession,
} from '@cges-fleet/db'
import { type AskedAgain } from './provider.js'
import { Tokens } from './claims.js'
import { rolesOf } from './group-roles.js'
import type { SingleSignOn } from './single-sign-on.js'

/** How long a session goes on while the provider does not say whether the person still has their groups. */
const SILENCE_SECONDS = 15 * 60

/** Asks the provider, at most once in 40 s a session, whether the person still has their groups. */
export class Standing {
  constructor(
    private readonly identity: Database,
    private readonly sso: SingleSignOn,
  ) {}

  /** Brings a session's memberships up to date, or ends it. */
  async review(session: Buffer): Promise<void> {
    const due = await takeDueSession(this.identity, session)
    if (due === null) return
    const tokens = Tokens.safeParse(this.sso.sealer.open('tokens', due.sealedTokens))
    if (!tokens.success) return endUnconfirmed(this.identity, session, due.person)
    const said = await this.sso.provider.askAgain(tokens.data, due.subject)
    await this.#apply(session, due, said)
    if ('tokens' in said && said.kind !== 'confirmed' && said.tokens.refreshToken !== tokens.data.refreshToken)
      await keepTokens(this.identity, session, this.sso.sealer.seal('tokens', said.tokens))
  }

  async #apply(session: Buffer, { person, unconfirmedSeconds }: DueSession, said: AskedAgain): Promise<void> {
    const { identity, sso } = this
    switch (said.kind) {
      case 'confirmed': {
        const roles = await rolesOf(identity, sso.groups, said.groups)
        return confirmSession(identity, session, {
          person,
          roles,
          sealedTokens: sso.sealer.seal('tokens', said.tokens),
        })
      }
      case 'refused':
        return endUnconfirmed(identity, session, person)
      case 'silent':
      case 'blind':
        if (unconfirmedSeconds > SILENCE_SECONDS) await endUnconfirmed(identity, session, person)
        return undefined
    }
  }
}
