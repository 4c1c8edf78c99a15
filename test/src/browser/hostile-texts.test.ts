import { newId, saveBenchmark } from '@cges-fleet/db'
import { pathOf, StartSession } from '@cges-fleet/core/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useTeams } from '../access/use-teams.js'
import { benchmark, drawn, round, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { CANARY, HOSTILE_TEXTS } from './hostile-texts.js'
import { dashboardFor } from './dashboard-server.js'
import { NO_BROWSER, signIn, TestBrowser } from './test-browser.js'

const ALL = HOSTILE_TEXTS.join(' ')

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'pages of a fleet with sign-in', () => {
  const teams = useTeams()
  let dashboard: string
  let browser: TestBrowser
  let hostile = ''

  beforeAll(async () => {
    const { db, one } = teams()
    const questions = [{ id: ALL.slice(0, 150), question: ALL, answer: 'A' }]
    const content = benchmark({ name: 'hostile', title: ALL, questions })
    await saveBenchmark(db, one.id, content)
    hostile = await submit(db, { team: one.id, benchmark: content, changes: { name: ALL } })
    await round(db, hostile)
    await landAll(db, () => drawn(ALL.slice(0, 500)))
    await round(db, hostile)
    for (const name of HOSTILE_TEXTS) await submit(db, { team: one.id, benchmark: content, changes: { name } })
    await db.query(`UPDATE worker SET reason = left($1, 1000), ready = false, engine = right($1, 1000)`, [ALL])
    await db.query(`UPDATE pool SET model = substr($1, 1001, 250)`, [ALL])
    await db.query(`UPDATE api_key SET name = $1 WHERE team_id = $2`, [ALL, one.id])
    await db.query(`INSERT INTO audit (id, team_id, actor, action, subject) VALUES ($1, $2, $3, $3, $3)`, [
      newId(),
      one.id,
      ALL,
    ])
    dashboard = await dashboardFor(teams().url)
    browser = await TestBrowser.open()
  })

  afterAll(async () => {
    await browser?.close()
  })

  it('holds more than sixty ways to be taken for more than text', () => {
    expect(new Set(HOSTILE_TEXTS).size).toBeGreaterThanOrEqual(60)
  })

  it('asks for a key, keeps it out of reach of scripts, and shows hostile texts of all kinds as text', async () => {
    const { page, errors } = await browser.page()
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => console.error('CSP', event.violatedDirective))
    })
    await signIn(page, dashboard, teams().one.keys['fleet-admin'])
    const places = ['/evaluations', `/evaluations/${hostile}`, '/pool', '/settings', '/settings/audit']
    for (const place of places) {
      const answer = await page.goto(new URL(place, page.url()).href, { waitUntil: 'load' })
      expect(answer?.headers()['content-security-policy'], place).toMatch(
        /script-src 'self' 'nonce-\w+' 'strict-dynamic';/,
      )
      await page.waitForTimeout(500)
      // Shown exactly as it was written.
      expect(await page.textContent('main'), place).toContain(HOSTILE_TEXTS[0])
      expect(await page.evaluate(() => document.cookie)).not.toContain('cges')
    }
    expect(dialogs).toEqual([])
    expect(errors.filter((error) => !error.includes('favicon'))).toEqual([])
    expect([...browser.asked].filter((host) => !/^(localhost|127\.0\.0\.1):/.test(host))).toEqual([])
    expect([...browser.asked].join()).not.toContain(CANARY)
  })

  it('shows nothing of one team to the other, and no page to nobody', async () => {
    const path = `/evaluations/${hostile}`
    const session = await fetch(`${dashboard}${pathOf(StartSession)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key: teams().two.keys.admin }),
    })
    const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? ''
    const seen = await fetch(`${dashboard}${path}`, { headers: { cookie } })
    expect(seen.status).toBe(404)
    expect(await seen.text()).not.toContain('alert(1)')
    const nobody = await fetch(`${dashboard}${path}`, { redirect: 'manual' })
    expect([nobody.status, nobody.headers.get('location')]).toEqual([307, `/sign-in?to=${encodeURIComponent(path)}`])
    // How a fleet is run is nothing for them either.
    expect(await (await fetch(`${dashboard}/sign-in`)).text()).not.toMatch(/DATABASE_URL|KEY_PEPPER/)
    // A cookie sent by another site's form changes nothing.
    const forged = await fetch(`${dashboard}/v1${path}/cancel`, {
      method: 'POST',
      headers: { cookie, 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' },
      body: '{}',
    })
    expect(forged.status).toBe(403)
  })
})
