import { writeFileSync } from 'node:fs'
import { FinishSignIn, ListEvaluations, pathOf } from '@cges-fleet/core/contract'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { select } from '../support/evaluation-rows.js'
import { TestProvider } from './test-provider.js'
import { asBrowser, beginSignIn, type CameBack, signInAs, ssoSettings } from './use-people.js'
import { useTeams } from './use-teams.js'

/** Lets the test put the API's clock forward. */
const CLOCK = `const Real = Date
let aheadMs = 0
globalThis.Date = new Proxy(Real, {
  construct: (target, values) => Reflect.construct(target, values.length === 0 ? [Real.now() + aheadMs] : values),
  get: (target, name) => (name === 'now' ? () => Real.now() + aheadMs : Reflect.get(target, name)),
})
process.on('message', (asked) => {
  if (asked.aheadSeconds === undefined) return
  aheadMs = asked.aheadSeconds * 1000
  process.send({ put: true })
})`

const provider = await TestProvider.start()
const settings = ssoSettings(provider.issuer)
const teams = useTeams(settings, {
  execArgv: ['--import', `data:text/javascript,${encodeURIComponent(CLOCK)}`],
})

beforeEach(async () => {
  await select(teams().db, `DELETE FROM request_bucket`)
  provider.groups.set('ada', ['one-member'])
  provider.groupsIn = 'id-token'
  provider.refreshes = 'with-id-token'
  provider.answersAboutUsers = true
  provider.forgesRefreshed = (claims) => provider.sign(claims)
})
afterAll(() => provider.stop())

const signIn = () => signInAs({ api: teams().url, provider }, 'ada')
const statusOf = async (browser: CameBack) =>
  (await teams().ask('GET', pathOf(ListEvaluations), { headers: asBrowser(browser) })).status
/** Lets the time pass after which the provider is asked again. */
const later = () => select(teams().db, `UPDATE session SET asked_at = now() - interval '41 seconds'`)
const unconfirmedFor = (minutes: number) =>
  select(teams().db, `UPDATE session SET confirmed_at = now() - interval '${minutes} minutes'`)
const confirmed = async () => {
  const [row] = await select<{ s: number }>(
    teams().db,
    `SELECT extract(epoch FROM now() - confirmed_at)::float8 AS s FROM session`,
  )
  return row !== undefined && row.s < 60
}

let aheadSeconds = 0
/** Puts both clocks forward. */
async function wait(seconds: number): Promise<void> {
  aheadSeconds += seconds
  const child = teams().app.process
  const put = new Promise((resolve) => {
    child.on('message', function hear(message: object) {
      if (!('put' in message)) return
      child.off('message', hear)
      resolve(undefined)
    })
  })
  child.send({ aheadSeconds })
  await put
  provider.aheadSeconds = aheadSeconds
}

it('keeps a session by refreshing the ID token, as often as it is asked', async () => {
  await select(teams().db, `DELETE FROM session`)
  const ada = await signIn()
  for (let time = 0; time < 3; time += 1) {
    await unconfirmedFor(14)
    await later()
    expect(await statusOf(ada)).toBe(200)
    expect(await confirmed()).toBe(true)
  }
})

it('ends a session whose refreshed ID token lacks the group, or whose refresh token is refused', async () => {
  const [ada, again] = [await signIn(), await signIn()]
  provider.groups.set('ada', [])
  await later()
  expect(await statusOf(ada)).toBe(401)
  provider.groups.delete('ada')
  await later()
  expect(await statusOf(again)).toBe(401)
})

it.each(['one-member', 'two-member'])('refuses a refreshed ID token of somebody else, or forged: %s', async (group) => {
  const ada = await signIn()
  provider.forgesRefreshed = (claims) => provider.sign({ ...claims, sub: 'eve', groups: [group] })
  await later()
  expect(await statusOf(ada)).toBe(401)
})

it('ends a session 15 minutes after the provider last said which groups somebody has', async () => {
  provider.refreshes = 'never'
  const ada = await signIn()
  provider.groups.delete('ada')
  for (const [minutes, status] of [
    [14, 200],
    [16, 401],
  ] as const) {
    await unconfirmedFor(minutes)
    await later()
    expect(await statusOf(ada)).toBe(status)
  }
})

it('keeps what a refresh gave though it said nothing of groups', async () => {
  for (const say of ['with no ID token', 'with no user info']) {
    provider.groupsIn = say === 'with no ID token' ? 'id-token' : 'user-info'
    provider.refreshes = 'without-id-token'
    const ada = await signIn()
    provider.answersAboutUsers = say === 'with no ID token'
    if (say !== 'with no ID token') await wait(3600)
    for (let time = 0; time < 3; time += 1) {
      await later()
      expect(await statusOf(ada), say).toBe(200)
    }
    provider.answersAboutUsers = true
  }
})

it('fetches the keys again for one that it does not know, and refuses it while the provider does not publish it', async () => {
  provider.signsWith = 'later'
  await wait(61)
  expect((await signIn()).session).toBeNull()
  provider.publishes = ['old', 'new', 'later']
  expect((await signIn()).session).toBeNull()
  await wait(61)
  expect((await signIn()).session).not.toBeNull()
  provider.signsWith = 'old'
})

it('finds endpoints that moved: within an hour, or a minute after one failed', async () => {
  for (const seconds of [61, 3601]) {
    await signIn()
    provider.tokenPath = `/moved-${seconds}`
    if (seconds === 61) expect((await signIn()).session).toBeNull()
    await wait(seconds)
    expect((await signIn()).session).not.toBeNull()
  }
})

it('takes up a new client secret without a restart, and ends no session over a wrong one', async () => {
  const ada = await signIn()
  provider.secret = 'canary-client-secret-of-tomorrow'
  await later()
  expect(await statusOf(ada)).toBe(200)
  expect((await signIn()).session).toBeNull()
  expect(teams().app.logged()).toContain('the provider does not take the client secret')
  writeFileSync(settings['OIDC_CLIENT_SECRET_FILE'] ?? '', provider.secret)
  expect((await signIn()).session).not.toBeNull()
  await later()
  expect(await statusOf(ada)).toBe(200)
})

it('goes on by what it knew while the description cannot be read', async () => {
  const ada = await signIn()
  provider.answers = false
  await wait(3601)
  expect((await beginSignIn(teams().url)).address.href).toContain(provider.issuer)
  provider.answers = true
  await later()
  expect(await statusOf(ada)).toBe(200)
})

it('asks for refresh tokens and groups at a provider that lists their scopes, and at no other', async () => {
  const scope = async () => (await beginSignIn(teams().url)).address.searchParams.get('scope')
  expect(await scope()).toBe('openid profile email')
  provider.lists = ['openid', 'email', 'groups', 'offline_access']
  await wait(3601)
  const { address } = await beginSignIn(teams().url)
  expect(address.searchParams.get('scope')).toBe('openid profile email offline_access groups')
  expect(address.searchParams.get('redirect_uri')).toContain(pathOf(FinishSignIn))
})
