import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { EndByProvider, FinishSignIn, pathOf } from '@cges-fleet/core/contract'
import { CLIENT, CLIENT_SECRET } from '../access/test-provider.js'

const PROGRAM = fileURLToPath(new URL('../support/provider/oidc-provider.mjs', import.meta.url))

export interface RealProvider {
  readonly process: ChildProcess
  readonly issuer: string
}

/** Starts npm's oidc-provider with the fleet of a dashboard as its client. */
export async function startProvider(
  dashboard: string,
  accounts: Readonly<Record<string, object>>,
): Promise<RealProvider> {
  const client = {
    client_id: CLIENT,
    client_secret: CLIENT_SECRET,
    redirect_uris: [dashboard + pathOf(FinishSignIn)],
    post_logout_redirect_uris: [`${dashboard}/sign-in`],
    backchannel_logout_uri: dashboard + pathOf(EndByProvider),
    backchannel_logout_session_required: true,
    grant_types: ['authorization_code', 'refresh_token'],
  }
  const child = fork(PROGRAM, [JSON.stringify({ client, accounts })], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const [message] = (await once(child, 'message')) as [{ readonly issuer: string }]
  return { process: child, issuer: message.issuer }
}
