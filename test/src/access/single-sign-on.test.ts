import { IssuedKey, Role, scopesOf, SessionView } from '@cges-fleet/core'
import {
  ChooseTeam,
  CreateKey,
  CreateTeam,
  EndByProvider,
  EndSession,
  FinishSignIn,
  GetEvaluation,
  GetSession,
  ListAudit,
  ListEvaluations,
  ListKeys,
  ListTeams,
  pathOf,
  routeName,
  StartSession,
  StartSignIn,
  SubmitEvaluation,
} from '@cges-fleet/core/contract'
import { createHmac } from 'node:crypto'
import { base64url, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { POOL, select } from '../support/evaluation-rows.js'
import { CLIENT_SECRET, type Forge, TestProvider } from './test-provider.js'
import { asBrowser, beginSignIn, type CameBack, comeBack, DASHBOARD, signInAs, ssoSettings } from './use-people.js'
import { useTeams } from './use-teams.js'

const provider = await TestProvider.start()
const teams = useTeams({ ...ssoSettings(provider.issuer), OIDC_SCOPES: 'openid profile groups' })
const other = await generateKeyPair('RS256')

beforeEach(async () => {
  // This file refuses more from one address than is let through at once.
  await select(teams().db, `DELETE FROM request_bucket`)
  provider.takesCodesAgain = false
  provider.answers = true
  provider.groups.set('ada', ['one-member', 'two-viewer', 'of-no-team'])
  provider.groups.set('grace', ['two-admin'])
})
afterAll(() => provider.stop())

const at = () => ({ api: teams().url, provider })
const ask = (browser: CameBack, path = pathOf(ListEvaluations)) =>
  teams().ask('GET', path, { headers: asBrowser(browser) })
const session = async (browser: CameBack) => SessionView.parse((await ask(browser, pathOf(GetSession))).body).caller
/** Lets time pass for the provider to be asked again. */
const later = () => select(teams().db, `UPDATE session SET asked_at = now() - interval '41 seconds'`)

it('asks for a code with PKCE, state and nonce, to come back to the dashboard', async () => {
  const { address, cookie } = await beginSignIn(teams().url, '/pool')
  expect(address.href).toContain(`${provider.issuer}/authorize?`)
  const asked = Object.fromEntries(address.searchParams)
  expect(asked).toMatchObject({ response_type: 'code', code_challenge_method: 'S256', scope: 'openid profile groups' })
  expect(asked['redirect_uri']).toBe(DASHBOARD + pathOf(FinishSignIn))
  for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name], name).toMatch(/^[\w-]{43}$/)
  expect(cookie).not.toContain(asked['state'])
})

it('signs a person in with the role that their groups give, by a name that nobody else has', async () => {
  const ada = await signInAs(at(), 'ada', { to: '/pool?name=a' })
  expect(ada.to).toBe('/pool?name=a')
  expect((await ask(ada)).status).toBe(200)
  expect(await session(ada)).toMatchObject({
    team: { name: 'one' },
    role: 'member',
    key: null,
    name: 'ada',
    person: {
      teams: [
        { team: 'one', role: 'member' },
        { team: 'two', role: 'viewer' },
      ],
    },
  })
  // Without the dashboard's header it may be another site's request.
  expect((await teams().ask('GET', pathOf(ListEvaluations), { headers: { cookie: ada.session ?? '' } })).status).toBe(
    401,
  )
  provider.names.set('impostor', 'ADA').set('key-like', 'a viewer')
  provider.groups.set('impostor', ['one-member']).set('key-like', ['one-member'])
  expect((await session(await signInAs(at(), 'impostor')))?.name).toBe('ADA (impostor@example.org)')
  expect((await session(await signInAs(at(), 'key-like')))?.name).toBe('a viewer (key-like@example.org)')
  const key = { name: 'Ada', role: 'viewer' }
  expect((await teams().ask('POST', pathOf(CreateKey), { key: teams().one.keys.admin, body: key })).status).toBe(400)
  const rows = JSON.stringify(await select(teams().db, `SELECT encode(sealed_tokens, 'escape') AS t FROM session`))
  expect(rows).not.toMatch(/refreshToken|eyJ/)
})

it.each(Role.options)('lets a person who is %s do what a key of that role may, in their own team', async (role) => {
  provider.groups.set(role, [`one-${role}`])
  const person = await signInAs(at(), role)
  expect((await session(person))?.scopes).toEqual(scopesOf(role, null))
  for (const route of [ListEvaluations, ListKeys, ListAudit, ListTeams]) {
    const { status } = await teams().ask('GET', pathOf(route), { key: teams().one.keys[role] })
    expect((await ask(person, pathOf(route))).status, routeName(route)).toBe(status)
  }
  const path = pathOf(GetEvaluation, { path: { id: teams().two.evaluation } })
  expect((await ask(person, path)).status).toBe(404)
})

it('makes a person the owner of what they submit', async () => {
  const ada = await signInAs(at(), 'ada')
  const body = { benchmark: 'numbers-one', pool: POOL, methods: ['sc@2'] }
  const made = await teams().ask('POST', pathOf(SubmitEvaluation), { headers: asBrowser(ada), body })
  expect(made.status, made.text).toBe(201)
  const mine = await ask(ada, pathOf(ListEvaluations, { query: { mine: '1' } }))
  expect(mine.body).toMatchObject({ evaluations: [{ owner: 'ada' }] })
})

const unsigned = (header: object, claims: object) =>
  `${base64url.encode(JSON.stringify(header))}.${base64url.encode(JSON.stringify(claims))}.`
const hmac = (claims: JWTPayload, secret: string) => {
  const text = unsigned({ alg: 'HS256' }, claims).slice(0, -1)
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
const changed =
  (changes: JWTPayload): Forge =>
  (claims, { sign }) =>
    sign.call(provider, { ...claims, ...changes })
const seconds = () => Math.floor(Date.now() / 1000)

const FORGED: readonly (readonly [string, Forge])[] = [
  [
    'signed by another key',
    (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'old' }).sign(other.privateKey),
  ],
  ['not signed', (claims) => Promise.resolve(unsigned({ alg: 'none' }, claims))],
  ['signed by the client secret', (claims) => Promise.resolve(hmac(claims, CLIENT_SECRET))],
  ['signed by the public key', (claims) => Promise.resolve(hmac(claims, JSON.stringify(provider.publicKey())))],
  ['for another client', changed({ aud: 'another' })],
  ['of another issuer', changed({ iss: 'https://evil.example' })],
  ['expired a minute ago', changed({ exp: seconds() - 60 })],
  ['with another nonce', changed({ nonce: 'x'.repeat(43) })],
  ['without a nonce', changed({ nonce: undefined })],
]

it.each(FORGED)('refuses an ID token %s', async (_, forge) => {
  const { to, session: token } = await signInAs(at(), 'ada', { forge })
  expect([to, token]).toEqual(['/sign-in?fault=refused&to=%2Fevaluations', null])
})

it('bears with a clock that is 20 s apart, and with a new signing key', async () => {
  const late = await signInAs(at(), 'ada', { forge: changed({ exp: seconds() - 20 }) })
  expect(late.session).not.toBeNull()
  provider.signsWith = 'new'
  const ada = await signInAs(at(), 'ada')
  provider.signsWith = 'old'
  expect(ada.session).not.toBeNull()
})

it('takes what came back once, even if the provider takes its code again', async () => {
  const { cookie, begun } = await beginSignIn(teams().url)
  const back = { code: provider.code('ada', begun), state: begun.state, iss: provider.issuer }
  provider.takesCodesAgain = true
  expect((await comeBack(teams().url, back, cookie)).session).not.toBeNull()
  const again = await comeBack(teams().url, back, cookie)
  expect([again.to, again.session]).toEqual(['/sign-in?fault=stale&to=%2Fevaluations', null])
})

it('refuses a state, a cookie or an issuer that does not belong to the sign-in', async () => {
  const { url } = teams()
  const mine = await beginSignIn(url)
  const theirs = await beginSignIn(url)
  const code = () => provider.code('grace', mine.begun)
  const back = (changes: object) => ({ code: code(), state: mine.begun.state, iss: provider.issuer, ...changes })
  const tried = [
    await comeBack(url, back({ state: theirs.begun.state }), mine.cookie),
    await comeBack(url, back({}), theirs.cookie),
    await comeBack(url, back({ iss: 'https://evil.example' }), mine.cookie),
    await comeBack(url, { code: code(), state: mine.begun.state }, mine.cookie),
    await comeBack(url, { error: 'access_denied', state: mine.begun.state, iss: provider.issuer }, mine.cookie),
  ]
  for (const { to, session: token } of tried) expect([to, token]).toEqual([expect.stringContaining('=refused'), null])
  const cookies = ['', mine.cookie.slice(0, -4), '__Host-cges-sign-in=AAAA']
  for (const cookie of cookies) expect((await comeBack(url, back({}), cookie)).to).toBe('/sign-in?fault=stale')
  // The provider gives a code for the challenge of one sign-in; another's verifier does not redeem it.
  const stolen = { code: code(), state: theirs.begun.state, iss: provider.issuer }
  expect((await comeBack(url, stolen, theirs.cookie)).session).toBeNull()
})

it.each(['//evil.example', 'https://evil.example/', '/\\evil.example', pathOf(ListKeys), `/${'a'.repeat(1600)}`])(
  'leads on to no other place than the dashboard’s pages: %s',
  async (to) => {
    expect((await signInAs(at(), 'ada', { to })).to).toBe('/evaluations')
  },
)

it('warns at the start of teams that the file of groups names and nobody created', () => {
  expect(teams().app.logged()).toMatch(
    /OIDC_GROUPS_FILE names teams that do not exist[^"]*never-created[^"]*Create them/,
  )
})

it('lets nobody in whose groups lead to no team, or who was ended', async () => {
  provider.groups.set('eve', ['of-no-team', 'one-member '])
  expect((await signInAs(at(), 'eve')).to).toContain('fault=no-team')
  expect(teams().app.logged()).toMatch(/only groups that give no team: of-no-team, one-member \. Add one of them/)
  const grace = await signInAs(at(), 'grace')
  await select(teams().db, `UPDATE person SET ended_at = now() WHERE subject = 'grace'`)
  expect((await ask(grace)).status).toBe(401)
  expect((await signInAs(at(), 'grace')).to).toContain('fault=ended')
  await select(teams().db, `UPDATE person SET ended_at = NULL WHERE subject = 'grace'`)
})

it('names the claim of groups that a sign-in lacks, and the claims that it has', async () => {
  const ada = await signInAs(at(), 'ada')
  provider.groupsIn = 'nowhere'
  expect((await signInAs(at(), 'ada')).to).toBe('/sign-in?fault=no-groups&to=%2Fevaluations')
  provider.groupsIn = 'user-info'
  expect((await ask(ada)).status).toBe(401)
  expect(teams().app.logged()).toMatch(
    /no claim \\"groups\\"[^"]*It has: sub, name, email, iss, [^"]*OIDC_GROUPS_CLAIM/,
  )
})

it('goes on in another team of the person with a new token, and in no other', async () => {
  const ada = await signInAs(at(), 'ada')
  const choose = (team: string, headers = asBrowser(ada)) =>
    teams().ask('POST', pathOf(ChooseTeam), { headers, body: { team } })
  expect((await choose('local')).status).toBe(404)
  expect((await choose('one', asBrowser(await signInAs(at(), 'grace')))).status).toBe(404)
  const chosen = await choose('two')
  expect(chosen.status, chosen.text).toBe(201)
  expect((await ask(ada)).status).toBe(401)
  const there = { ...ada, session: chosen.headers.get('set-cookie')?.split(';')[0] ?? '' }
  expect(await session(there)).toMatchObject({ team: { name: 'two' }, role: 'viewer' })
  const list = await ask(there)
  expect(list.text).toContain(teams().two.mark)
  expect(list.text).not.toContain(teams().one.mark)
  const byKey = await teams().ask('POST', pathOf(ChooseTeam), { key: teams().one.keys.admin, body: { team: 'two' } })
  expect(byKey.status).toBe(409)
})

it('ends access within a minute of the group, and changes a role as soon', async () => {
  const [ada, grace] = [await signInAs(at(), 'ada'), await signInAs(at(), 'grace')]
  provider.groups.set('ada', ['two-viewer'])
  provider.groups.set('grace', ['two-fleet-admin'])
  expect((await ask(ada)).status).toBe(200)
  await later()
  expect((await ask(ada)).status).toBe(401)
  expect((await ask(grace, pathOf(ListTeams))).status).toBe(200)
  provider.groups.delete('grace')
  await later()
  expect((await ask(grace)).status).toBe(401)
})

it('says which team a session has left, to the browser that holds it', async () => {
  const ada = await signInAs(at(), 'ada')
  provider.groups.set('ada', ['two-viewer'])
  await later()
  expect((await ask(ada)).status).toBe(401)
  const left = async (browser?: CameBack) =>
    SessionView.parse(
      (await teams().ask('GET', pathOf(GetSession), browser === undefined ? {} : { headers: asBrowser(browser) })).body,
    ).left
  expect(await left(ada)).toBe('one')
  expect(await left()).toBe(null)
  const again = await signInAs(at(), 'ada')
  expect(await left(again)).toBe(null)
  await select(teams().db, `UPDATE person SET ended_at = now() `)
  expect(await left(ada)).toBe(null)
  await select(teams().db, `UPDATE person SET ended_at = NULL`)
})

it('creates a team with the role of a group, and its creator is in it at once', async () => {
  provider.groups.set('grace', ['one-fleet-admin', 'vision'])
  const grace = await signInAs(at(), 'grace')
  const create = (name: string, group: object) =>
    teams().ask('POST', pathOf(CreateTeam), { headers: asBrowser(grace), body: { name, group } })
  const made = await create('vision', { name: 'vision', role: 'member' })
  expect(made.status, made.text).toBe(201)
  expect((await session(grace))?.person?.teams).toEqual([
    { team: 'one', role: 'fleet-admin' },
    { team: 'vision', role: 'member' },
  ])
  expect((await create('vision', { name: 'others', role: 'member' })).status).toBe(409)
  expect((await create('audio', { name: '', role: 'member' })).status).toBe(400)
  expect(await select(teams().db, `SELECT group_name AS name, role FROM group_role`)).toEqual([
    { name: 'vision', role: 'member' },
  ])
  const narrow = await teams().ask('POST', pathOf(CreateKey), {
    key: teams().one.keys['fleet-admin'],
    body: { name: 'makes teams', role: 'fleet-admin', scopes: ['teams:manage'] },
  })
  const refused = await teams().ask('POST', pathOf(CreateTeam), {
    key: IssuedKey.parse(narrow.body).key,
    body: { name: 'audio', group: { name: 'audio', role: 'member' } },
  })
  expect(refused.status).toBe(403)
  expect(await select(teams().db, `SELECT 1 AS one FROM team WHERE name = 'audio'`)).toEqual([])
})

it('bears with a provider that does not answer for a quarter of an hour', async () => {
  const ada = await signInAs(at(), 'ada')
  provider.answers = false
  await later()
  expect((await ask(ada)).status).toBe(200)
  await select(teams().db, `UPDATE session SET confirmed_at = now() - interval '16 minutes'`)
  await later()
  expect((await ask(ada)).status).toBe(401)
})

const end = (token: string) =>
  teams().ask('POST', pathOf(EndByProvider), {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `logout_token=${encodeURIComponent(token)}`,
  })

it('ends the sessions that the provider ends, and believes each of its words once', async () => {
  const [ada, grace] = [await signInAs(at(), 'ada'), await signInAs(at(), 'grace')]
  const token = await provider.logoutToken({ sub: 'ada', sid: 'session of ada' })
  expect((await end(token)).status).toBe(200)
  expect([(await ask(ada)).status, (await ask(grace)).status]).toEqual([401, 200])
  expect((await end(token)).status).toBe(400)
  expect((await end(await provider.logoutToken({ sid: 'session of grace' }))).status).toBe(200)
  expect((await ask(grace)).status).toBe(401)
})

it.each([
  ['with a nonce', { nonce: 'n' }],
  ['for another client', { aud: 'another' }],
  ['of another issuer', { iss: 'https://evil.example' }],
  ['made ten minutes ago', { iat: seconds() - 600, exp: seconds() + 600 }],
  ['that has expired', { exp: seconds() - 60 }],
  ['without an identifier', { jti: undefined }],
  ['that is an ID token', { events: undefined }],
  ['of another event', { events: { 'http://evil.example': {} } }],
  ['that names nobody', { sub: undefined }],
])('ends nothing by a logout token %s', async (_, changes) => {
  const ada = await signInAs(at(), 'ada')
  expect((await end(await provider.logoutToken({ sub: 'ada', ...changes }))).status).toBe(400)
  expect((await ask(ada)).status).toBe(200)
})

it('ends nothing by a logout token that the provider did not sign', async () => {
  const ada = await signInAs(at(), 'ada')
  const [, claims = ''] = (await provider.logoutToken({ sub: 'ada' })).split('.')
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString()) as JWTPayload
  const forged = [
    unsigned({ alg: 'none' }, said),
    hmac(said, CLIENT_SECRET),
    await new SignJWT(said).setProtectedHeader({ alg: 'RS256', kid: 'old' }).sign(other.privateKey),
  ]
  for (const token of forged) expect((await end(token)).status).toBe(400)
  expect((await ask(ada)).status).toBe(200)
})

it('signs out here and says where the provider signs out', async () => {
  const ada = await signInAs(at(), 'ada')
  const ended = await teams().ask('DELETE', pathOf(EndSession), { headers: asBrowser(ada) })
  const { provider: address } = ended.body as { provider: string }
  expect(address).toContain(`${provider.issuer}/end?`)
  expect(new URL(address).searchParams.get('post_logout_redirect_uri')).toBe(`${DASHBOARD}/sign-in`)
  expect((await ask(ada)).status).toBe(401)
})

it('lets a browser whose session has ended see how to sign in, and do so', async () => {
  const ada = await signInAs(at(), 'ada')
  await select(teams().db, `DELETE FROM session`)
  const seen = await ask(ada, pathOf(GetSession))
  expect([seen.status, SessionView.parse(seen.body).caller]).toEqual([200, null])
  const headers = asBrowser(ada)
  const led = await fetch(teams().url + pathOf(StartSignIn), { redirect: 'manual', headers })
  expect(led.headers.get('location')).toContain(`${provider.issuer}/authorize?`)
  expect((await ask(ada)).text).toContain('You are signed out')
})

it('ends a session that nobody used for two hours, and any after twelve', async () => {
  const ada = await signInAs(at(), 'ada')
  for (const change of [`seen_at = now() - interval '121 minutes'`, `seen_at = now(), expires_at = now()`]) {
    expect((await ask(ada)).status).toBe(change.startsWith('seen_at = now() -') ? 200 : 401)
    await select(teams().db, `UPDATE session SET ${change}`)
    expect((await ask(ada)).status, change).toBe(401)
  }
})

it('signs no browser in with a key where that is off, and lets programs keep theirs', async () => {
  const key = teams().one.keys.member
  expect((await teams().ask('POST', pathOf(StartSession), { body: { key } })).status).toBe(409)
  expect((await teams().ask('GET', pathOf(ListEvaluations), { key })).status).toBe(200)
  const { ways } = SessionView.parse((await teams().ask('GET', pathOf(GetSession))).body)
  expect(ways).toEqual({ key: false, provider: 'single sign-on', groupsClaim: 'groups' })
})

it('writes into the log who did what, by name', async () => {
  const log = await select<{ actor: string; action: string }>(teams().db, `SELECT actor, action FROM audit`)
  for (const action of ['member.join', 'member.leave', 'member.change', 'session.start', 'session.end'])
    expect(log.map((entry) => entry.action)).toContain(action)
  expect(log).toContainEqual({ actor: 'ada', action: 'session.start' })
})
