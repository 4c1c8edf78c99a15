import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FinishSignIn, pathOf, StartSignIn } from '@cges-fleet/core/contract'
import { type Begun, CLIENT, CLIENT_SECRET, type Forge, type TestProvider } from './test-provider.js'

/** The address of the dashboard that the API is told; nothing answers there. */
export const DASHBOARD = 'http://localhost:9'

/** An entry whose team nobody created. */
const OF_MISSING_TEAM = { group: 'of-no-team', team: 'never-created', role: 'member' }

/** The settings of an API whose people sign in at a provider: groups `TEAM-ROLE` give the role in the team. */
export function ssoSettings(issuer: string): Readonly<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'cges-sso-'))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const entries = ['one', 'two'].flatMap((team) =>
    ['fleet-admin', 'admin', 'operator', 'member', 'viewer'].map((role) => ({ group: `${team}-${role}`, team, role })),
  )
  return {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: CLIENT,
    OIDC_CLIENT_SECRET_FILE: file('secret', CLIENT_SECRET),
    OIDC_GROUPS_FILE: file('groups.yaml', JSON.stringify([...entries, OF_MISSING_TEAM])),
    PUBLIC_URL: DASHBOARD,
    KEY_SIGN_IN: 'off',
  }
}

/** A browser at the provider: its cookie, and what the provider was given. */
export interface AtProvider {
  readonly cookie: string
  readonly begun: Begun
  readonly address: URL
}

/** A browser that came back: where it is led, and its session if there is one. */
export interface CameBack {
  readonly to: string
  readonly session: string | null
}

/** Leads a browser to the provider. */
export async function beginSignIn(api: string, to?: string): Promise<AtProvider> {
  const led = await fetch(api + pathOf(StartSignIn, { query: { to } }), { redirect: 'manual' })
  const address = new URL(led.headers.get('location') ?? '', DASHBOARD)
  const of = (name: string) => address.searchParams.get(name) ?? ''
  const begun = { state: of('state'), nonce: of('nonce'), challenge: of('code_challenge') }
  return { cookie: cookieIn(led, '__Host-cges-sign-in') ?? '', begun, address }
}

/** Leads a browser back with the parameters that the provider, or somebody else, sends along. */
export async function comeBack(
  api: string,
  parameters: Readonly<Record<string, string>>,
  cookie: string,
): Promise<CameBack> {
  const search = new URLSearchParams(parameters).toString()
  const led = await fetch(`${api}${pathOf(FinishSignIn)}?${search}`, { redirect: 'manual', headers: { cookie } })
  return { to: led.headers.get('location') ?? '', session: cookieIn(led, '__Host-cges') }
}

function cookieIn(response: Response, name: string): string | null {
  const set = response.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`))
  const pair = set?.split(';')[0] ?? ''
  return pair.length > name.length + 1 ? pair : null
}

/** Signs somebody in, by a token that the provider makes. */
export async function signInAs(
  { api, provider }: { readonly api: string; readonly provider: TestProvider },
  subject: string,
  { forge, to }: { readonly forge?: Forge; readonly to?: string } = {},
): Promise<CameBack> {
  const { cookie, begun } = await beginSignIn(api, to)
  const code = provider.code(subject, begun, forge)
  return comeBack(api, { code, state: begun.state, iss: provider.issuer }, cookie)
}

/** The headers of a signed-in browser's request, as the dashboard hands it on. */
export function asBrowser({ session }: CameBack): Readonly<Record<string, string>> {
  return { cookie: session ?? '', 'x-cges-dashboard': '1' }
}
