import { readFileSync } from 'node:fs'
import { MadeShareLink, type ShareTarget } from '@cges-fleet/core'
import { CreateShareLink, pathOf } from '@cges-fleet/core/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useTeams } from '../access/use-teams.js'
import { drawn, round, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { dashboardFor } from './dashboard-server.js'
import { axeFindings, MOST_SCRIPT_BYTES, weighFirstScripts } from './page-faults.js'
import { takePicture } from './page-looks.js'
import { NO_BROWSER, signIn, TestBrowser } from './test-browser.js'

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'share links', () => {
  const teams = useTeams()
  let dashboard: string
  let browser: TestBrowser
  /** An evaluation in a suite. */
  let evaluation: string

  beforeAll(async () => {
    const { db, one, url } = teams()
    evaluation = await submit(db, {
      team: one.id,
      methods: ['sc@2', 'esc:window=1@2'],
      benchmark: { name: 'numbers-one', title: `Numbers ${one.mark}` },
      changes: { name: 'to be shared', suite: 'nightly' },
    })
    await round(db, evaluation)
    await landAll(db, ({ question }) => drawn(/\d+/.exec(question)?.[0] ?? null, { rawAnswer: 'SECRET-ANSWER' }))
    await round(db, evaluation)
    dashboard = await dashboardFor(url)
    browser = await TestBrowser.open()
  })

  afterAll(async () => {
    await browser?.close()
  })

  async function signedIn(path: string) {
    const watched = await browser.page()
    await signIn(watched.page, dashboard, teams().one.keys.member)
    await watched.page.goto(new URL(path, watched.page.url()).href)
    return watched
  }

  it('is copied in one click, opens without a key, and answers 404 once it is revoked', async () => {
    const { page } = await signedIn(`/evaluations/${evaluation}`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByText('Link copied.').waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toMatch(/\/shared\/[A-Za-z0-9_-]{43}$/)
    expect(await page.getByLabel('Read-only link').inputValue()).toBe(link)
    await page.getByText('Ask your operator for an address that others can open (PUBLIC_URL)').waitFor()
    await takePicture(page, 'share')

    const reader = await browser.page()
    const answer = await reader.page.goto(link)
    expect(answer?.headers()).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': expect.stringContaining('noindex'),
    })
    await reader.page.getByRole('heading', { name: 'to be shared' }).waitFor()
    await reader.page.getByRole('region', { name: 'Methods', exact: true }).waitFor()
    await reader.page.locator('[data-chart="Accuracy against calls"]:visible').waitFor()
    await reader.page.locator('[data-story="computing"]').waitFor({ state: 'detached', timeout: 90_000 })
    expect(await reader.page.getByTestId('methods').count()).toBe(1)
    expect(await reader.page.getByTestId('lead').textContent()).toMatch(/SC/)
    expect(await reader.page.context().cookies()).toEqual([])
    expect(await reader.page.locator('main a, header a:not(.skip-link)').count()).toBe(0)
    expect(await reader.page.content()).not.toMatch(/SECRET-ANSWER|Which number/)
    expect(await axeFindings(reader.page)).toEqual([])
    expect(reader.errors).toEqual([])
    const pictures = process.env['PAGE_PICTURES']
    if (pictures !== undefined)
      await reader.page.screenshot({ path: `${pictures}/shared-evaluation.png`, fullPage: true })

    await page.goto(new URL('/settings/share-links', page.url()).href)
    const row = page.getByTestId('share-links').getByRole('row').filter({ hasText: 'to be shared' })
    await row.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('No active links.').waitFor()
    expect((await reader.page.goto(link))?.status()).toBe(404)
    await reader.page.getByRole('heading', { name: 'This link does not work' }).waitFor()
  })

  it.each([1440, 390])('shows a suite and a comparison to who has no key, on a screen of %i px', async (width) => {
    const { one } = teams()
    const targets: readonly [ShareTarget, string][] = [
      [{ kind: 'suite', suite: 'nightly' }, 'Suite nightly'],
      [{ kind: 'comparison', evaluations: [evaluation, one.evaluation] }, 'Comparison'],
    ]
    for (const [target, heading] of targets) {
      const made = await teams().ask('POST', pathOf(CreateShareLink), { key: one.keys.member, body: { target } })
      const { token } = MadeShareLink.parse(made.body)
      const { page, errors } = await browser.page({ viewport: { width, height: 900 } })
      await page.goto(`${dashboard}/shared/${token}`)
      await page.getByRole('heading', { name: heading }).waitFor()
      await page.getByTestId('shared-note').waitFor()
      expect(await page.locator('main a').count()).toBe(0)
      expect(await axeFindings(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      expect(errors).toEqual([])
      const pictures = process.env['PAGE_PICTURES']
      if (pictures !== undefined) {
        await page.screenshot({ path: `${pictures}/shared-${target.kind}-${width}.png`, fullPage: true })
      }
      await page.context().close()
    }
  })

  it('brings no more script at first than pages of the team', async () => {
    const { one } = teams()
    const targets: readonly ShareTarget[] = [
      { kind: 'evaluation', evaluation },
      { kind: 'suite', suite: 'nightly' },
      { kind: 'comparison', evaluations: [evaluation, one.evaluation] },
    ]
    for (const target of targets) {
      const made = await teams().ask('POST', pathOf(CreateShareLink), { key: one.keys.member, body: { target } })
      const { token } = MadeShareLink.parse(made.body)
      expect(await weighFirstScripts(dashboard, `/shared/${token}`), target.kind).toBeLessThanOrEqual(MOST_SCRIPT_BYTES)
    }
  })

  it('has a sibling that is a file: the report of a page, without a network or a script', async () => {
    const { page } = await signedIn(`/evaluations/${evaluation}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Report', exact: true }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe(`report-${evaluation}.html`)
    const text = readFileSync(await download.path(), 'utf8')
    expect(text).toMatch(/^<!doctype html>.*<h1>to be shared<\/h1>.*Accuracy against calls/s)
    expect(text).not.toMatch(/<script|SECRET-ANSWER|Which number/)
    const refused = await page.request.get(`${dashboard}/evaluations/${teams().two.evaluation}/report`)
    expect(await refused.text()).not.toContain(teams().two.mark)
  })

  it('keeps a comparison with a name and a text, which its link shows too, until it is deleted', async () => {
    const { page, errors } = await signedIn(`/compare?evaluations=${evaluation},${teams().one.evaluation}`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByLabel('Name', { exact: true }).fill('Old prompt against new')
    await page.getByLabel('Text').fill('The new prompt\nloses nothing.')
    await page.getByRole('button', { name: 'Save comparison' }).click()
    await page.getByRole('heading', { name: 'Old prompt against new', level: 1 }).waitFor()
    await page.getByText('loses nothing.').filter({ visible: true }).first().waitFor()
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByText('Link copied.').waitFor()
    const reader = await browser.page()
    await reader.page.goto(await page.getByLabel('Read-only link').inputValue())
    await reader.page.getByRole('heading', { name: 'Old prompt against new' }).waitFor()
    await reader.page.getByText('loses nothing.').filter({ visible: true }).first().waitFor()

    await page.goto(new URL('/compare', page.url()).href)
    const kept = page.getByTestId('saved-comparisons')
    await kept.getByRole('link', { name: 'Old prompt against new' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    const pictures = process.env['PAGE_PICTURES']
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/saved-comparisons.png` })
    await kept.getByRole('button', { name: 'Delete Old prompt against new' }).click()
    await kept.waitFor({ state: 'detached' })
    expect(errors).toEqual([])
  })

  it('is offered on the pages of suites and comparisons, and to no viewer', async () => {
    const { page } = await signedIn('/suite?suite=nightly')
    for (const path of ['/suite?suite=nightly', `/compare?evaluations=${evaluation},${teams().one.evaluation}`]) {
      await page.goto(new URL(path, page.url()).href)
      await page.getByRole('button', { name: 'Share' }).click()
      await page.getByText('It works until').waitFor()
    }
    const viewer = await browser.page()
    await signIn(viewer.page, dashboard, teams().one.keys.viewer)
    await viewer.page.goto(new URL(`/evaluations/${evaluation}`, viewer.page.url()).href)
    await viewer.page.getByTestId('read-only').waitFor()
    expect(await viewer.page.getByRole('button', { name: 'Share' }).count()).toBe(0)
  })
})
