import { ListEvaluations, ListPools, pathOf } from '@cges-fleet/core/contract'
import { Forecast, AccountsView, EvaluationAccount } from '@cges-fleet/core'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { idOf, PEPPER, useTeams } from '../access/use-teams.js'
import { POOL, selectOne } from '../support/evaluation-rows.js'
import { cges } from './run-cges.js'

const teams = useTeams()
const folder = mkdtempSync(join(tmpdir(), 'cges-teams-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Said {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

async function run(args: readonly string[], variables: Readonly<Record<string, string>>): Promise<Said> {
  const child = cges(args, variables)
  const code = await child.code
  expect(child.err()).not.toMatch(/^\s+at /m)
  return { code, out: child.out(), err: child.err() }
}

/** The command line as somebody with a key uses it. */
const as = (key: string, ...args: readonly string[]) => run(args, { CGES_API: teams().url, CGES_API_KEY: key })

async function done(saying: Promise<Said>): Promise<string> {
  const { code, out, err } = await saying
  expect(code, err).toBe(0)
  return out
}

const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const yaml = (name: string, more = '') =>
  file(name, `benchmark: numbers-one\npool: ${POOL}\nmethods: [sc@4, "esc:window=2@4"]\n${more}`)

it('makes the first key beside the database, and with it a team, its keys, and their end', async () => {
  const pepper = { DATABASE_URL: teams().databaseUrl, KEY_PEPPER_FILE: file('pepper', `${PEPPER}\n`) }
  const made = await run(['key', 'create', '--admin', '--name', 'the first'], pepper)
  expect(made.code, made.err).toBe(0)
  const admin = made.out.trim()
  // The key alone is on stdout, for a pipe into a file; what to do with it is said beside.
  expect(admin).toMatch(/^cges_[a-z0-9]{12}_[\w-]{43}$/)
  expect(made.err).toMatch(/not shown again.*CGES_API_KEY_FILE/s)
  expect(made.err).not.toContain(admin)

  const physics = ['physics', '--weight', '2', '--tokens-per-day', '5000']
  expect(await done(as(admin, 'team', 'create', ...physics))).toMatch(
    /^physics +weight 2, at most 5,000 tokens a day, 50 GiB stored$/m,
  )
  const lifted = ['--tokens-per-day', 'none', '--stored-bytes', 'none']
  const changed = await done(as(admin, 'team', 'change', 'physics', ...lifted, '--weight', '3'))
  expect(changed).toMatch(/^physics +weight 3, no limits$/m)
  expect(await done(as(admin, 'team', 'list'))).toMatch(/^physics +weight 3, no limits$/m)

  // A key that a cluster's secret holds already, and its least role found from its scope; once more changes nothing.
  const given = file('given', `cges_abcdefghij12_${'x'.repeat(43)}\n`)
  const scaler = ['key', 'create', '--name', 'autoscaler', '--scopes', 'pools:read', '--given', given]
  expect((await run(scaler, pepper)).err).toMatch(/^abcdefghij12 +active +viewer .* autoscaler \(pools:read\)$/m)
  expect(await run(scaler, pepper)).toMatchObject({ code: 0, err: expect.stringContaining('already accepted') })
  const request = (path: string) =>
    fetch(`${teams().url}${path}`, { headers: { authorization: `Bearer cges_abcdefghij12_${'x'.repeat(43)}` } })
  expect([(await request(pathOf(ListPools))).status, (await request(pathOf(ListEvaluations))).status]).toEqual([
    200, 403,
  ])

  const wanted = ['--role', 'member', '--team', 'physics', '--name', 'nightly run', '--scopes', 'evaluations:read']
  const key = (await done(as(admin, 'key', 'create', ...wanted, '--days', '30'))).trim()
  const listed = await done(as(admin, 'key', 'list', '--team', 'physics'))
  expect(listed).toMatch(
    new RegExp(`^${idOf(key)}  active +member +physics  nightly run \\(evaluations:read\\) until 20`, 'm'),
  )
  expect(listed).not.toContain(key)

  const keyFile = { CGES_API: teams().url, CGES_API_KEY_FILE: file('key', `${key}\n`) }
  await done(run(['accounts'], keyFile))
  const next = (await done(as(admin, 'key', 'rotate', idOf(key), '--overlap-hours', '1'))).trim()
  await done(run(['accounts'], keyFile))
  await done(as(next, 'accounts'))
  expect(await done(as(admin, 'key', 'revoke', idOf(key)))).toContain('revoked')
  const refused = await run(['accounts'], keyFile)
  expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/key/)])
  await done(as(next, 'accounts'))
}, 240_000)

it('takes a key’s name where it takes its id, and lists the keys that a name leaves open', async () => {
  const { admin } = teams().one.keys
  const make = async (name: string) =>
    idOf((await done(as(admin, 'key', 'create', '--name', name, '--role', 'viewer'))).trim())
  // A name may look like an id.
  for (const name of ['one’s laptop', 'nightlybuild']) {
    const id = await make(name)
    expect(await done(as(admin, 'key', 'revoke', name))).toMatch(new RegExp(`^${id}  revoked .* ${name}$`, 'mu'))
    const again = await as(admin, 'key', 'revoke', name)
    expect([again.code, again.err]).toEqual([
      1,
      expect.stringMatching(`No working key .*"${name}".*:\n  ${id}  revoked`),
    ])
  }

  const old = await make('ci')
  const next = idOf((await done(as(admin, 'key', 'rotate', 'ci'))).trim())
  expect(next).not.toBe(old)
  const open = await as(admin, 'key', 'rotate', 'ci')
  expect(open.code).toBe(1)
  expect(open.err).toMatch(/^2 working keys are called "ci"; give the id of one:$/mu)
  expect(open.err).toMatch(new RegExp(`^  ${old}  active .* ci until 20.*, replaced by ${next}$`, 'mu'))
  expect(open.err).toMatch(new RegExp(`^  ${next}  active .* ci$`, 'mu'))
  await done(as(admin, 'key', 'revoke', old))
  expect(await done(as(admin, 'key', 'revoke', 'ci'))).toContain(next)

  await make('evaluator')
  const slip = await as(admin, 'key', 'revoke', 'evalautor')
  expect([slip.code, slip.err]).toEqual([
    1,
    expect.stringMatching(/"evalautor"; did you mean evaluator\?\ncges key list/u),
  ])

  // Of another team with its name only.
  const fleet = teams().one.keys['fleet-admin']
  const team = teams().two.name
  const theirs = idOf(
    (await done(as(fleet, 'key', 'create', '--name', 'their own', '--role', 'viewer', '--team', team))).trim(),
  )
  expect((await as(fleet, 'key', 'revoke', 'their own')).err).toContain('No key of your team')
  expect(await done(as(fleet, 'key', 'revoke', 'their own', '--team', team))).toContain(theirs)
}, 240_000)

it.each([
  ['a role is left out', ['key', 'create', '--name', 'x'], /--role, one of viewer/],
  [
    'a scope does not exist',
    ['key', 'create', '--name', 'x', '--role', 'viewer', '--scopes', 'all'],
    /"all" is not one of/,
  ],
  ['a team does not exist', ['key', 'create', '--name', 'x', '--role', 'viewer', '--team', 'nobodies'], /nobodies/],
  ['a weight is no number', ['team', 'create', 'y', '--weight', 'heavy'], /must be a number/],
  ['a weight is out of range', ['team', 'create', 'y', '--weight', '0'], /weight/],
])('says what is wrong where %s', async (_, args, why) => {
  const { code, err } = await as(teams().one.keys['fleet-admin'], ...args)
  expect([code, err]).toEqual([1, expect.stringMatching(why)])
})

it('lets a member neither make keys nor teams, and says what that needs', async () => {
  const { member } = teams().one.keys
  for (const args of [
    ['team', 'create', 'mine'],
    ['key', 'create', '--name', 'x', '--role', 'admin'],
  ]) {
    const { code, err } = await as(member, ...args)
    expect([code, err]).toEqual([1, expect.stringMatching(/(teams|keys):manage/)])
  }
})

it('names the command that imports what the program includes, and a new team has it by that', async () => {
  const fleet = teams().one.keys['fleet-admin']
  await done(as(fleet, 'team', 'create', 'newcomers'))
  const made = ['key', 'create', '--name', 'first', '--role', 'member', '--team', 'newcomers']
  const key = (await done(as(fleet, ...made))).trim()
  const spec = file('counter.yaml', `benchmark: counter\npool: ${POOL}\nmethods: [sc@4]\n`)
  const { code, err } = await as(key, 'evaluate', spec)
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/"counter": import it first with cges benchmark import counter$/m),
  ])
  expect(await done(as(key, 'benchmark', 'import', 'counter'))).toMatch(
    /^counter: 300 questions, revision [0-9a-f]{12}$/m,
  )
  await done(as(key, 'evaluate', spec))
})

it('says what an evaluation would take without submitting it, and ends with 1 where it could not end', async () => {
  const { member } = teams().one.keys
  const fine = yaml('fine.yaml')
  const tight = yaml('tight.yaml', 'caps: { calls: 7 }\n')
  const count = () => selectOne(teams().db, 'SELECT count(*)::int AS n FROM evaluation')
  const before = await count()
  const text = await done(as(member, 'forecast', fine))
  expect(text).toContain('fine.yaml: 2 questions')
  expect(text).toMatch(/calls of sc@4 +8 +8$/m)
  expect(text).toMatch(/calls of esc:window=2@4 +4 +8$/m)
  expect(text).toMatch(/It can finish within/)
  const both = await as(member, 'forecast', fine, tight, '--json')
  expect(both.code).toBe(1)
  const [first, second] = (JSON.parse(both.out) as { forecast: unknown }[]).map(({ forecast }) =>
    Forecast.parse(forecast),
  )
  expect([first?.refusal, second?.refusal]).toEqual([
    null,
    { kind: 'calls_cap', counts: { least: 8, cap: 7 }, why: null },
  ])
  expect((await as(member, 'forecast', tight)).out).toMatch(
    /Cannot finish: it needs at least 8 calls, but its cap is 7/,
  )
  expect(await count()).toEqual(before)
})

it('says what a team used and what an evaluation cost, in words and as JSON', async () => {
  const { keys, evaluation } = teams().one
  const text = await done(as(keys.viewer, 'accounts'))
  expect(text).toMatch(/^tokens today +[\d,]+ +none$/m)
  expect(text).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\d  ${POOL} +4 +132 +2\\.0$`, 'm'))
  expect(AccountsView.parse(JSON.parse(await done(as(keys.viewer, 'accounts', '--json')))).days).toHaveLength(1)
  const one = await done(as(keys.viewer, 'accounts', evaluation))
  expect(one).toMatch(/^paid by your team +4 +132 +2\.0$/m)
  expect(one).toMatch(/^platform overhead +0 +0 +0\.0$/m)
  expect(one).toMatch(/^sc@2, if run alone +4 +132 +2\.0$/m)
  const json = EvaluationAccount.parse(JSON.parse(await done(as(keys.viewer, 'accounts', evaluation, '--json'))))
  expect(json.paid.calls).toBe(4)
  const { code, err } = await as(teams().two.keys.admin, 'accounts', evaluation)
  expect([code, err]).toEqual([1, expect.stringMatching(/no evaluation/i)])
})
