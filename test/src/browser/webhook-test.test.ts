import { endWebhookTest, enterWebhooks, takeWebhookTests } from '@cges-fleet/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useTeams } from '../access/use-teams.js'
import { dashboardFor } from './dashboard-server.js'
import { NO_BROWSER, signIn, TestBrowser } from './test-browser.js'

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'a webhook is tested in the browser', () => {
  const teams = useTeams()
  let dashboard: string
  let browser: TestBrowser

  beforeAll(async () => {
    await enterWebhooks(teams().db, [
      { name: 'ci', host: 'hooks.example.com', teams: ['one'] },
      { name: 'inside', host: 'ci.internal:8080', teams: null },
      { name: 'others', host: 'hooks.example.org', teams: ['two'] },
    ])
    dashboard = await dashboardFor(teams().url)
    browser = await TestBrowser.open()
  })

  afterAll(async () => {
    await browser?.close()
  })

  it.each([1440, 390])('by whoever sees it, and shows what the receiver answered, at %i px', async (width) => {
    const { page, errors } = await browser.page({ viewport: { width, height: 900 } })
    await signIn(page, dashboard, teams().one.keys.viewer)
    await page.goto(new URL('/settings/webhooks', page.url()).href)
    const panel = page.getByTestId('webhooks')
    expect(await panel.getByRole('row').count()).toBe(3)
    const row = panel.getByRole('row').filter({ hasText: 'hooks.example.com' })
    const button = page.getByRole('button', { name: 'Send a test to ci' })
    const end = { status: 204, tookMs: 41, failure: null, detail: null }
    const failed = { status: 503, tookMs: 48, failure: 'status', detail: null } as const
    for (const [outcome, words] of [
      [failed, 'Not accepted: the receiver answered 503 after 48 ms. Expected 200 to 299.'],
      [end, 'Accepted: the receiver answered 204 after 41 ms.'],
    ] as const) {
      await button.click()
      await row.getByText('Sending…').waitFor()
      expect(await button.isDisabled()).toBe(true)
      const [taken] = await takeWebhookTests(teams().db, 10)
      expect(taken).toMatchObject({ webhook: 'ci', team: 'one' })
      await endWebhookTest(teams().db, taken?.id ?? '', outcome)
      await row.getByText(words).waitFor({ timeout: 30_000 })
      expect(await button.isDisabled()).toBe(false)
    }
    expect(errors).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    const pictures = process.env['PAGE_PICTURES']
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/webhooks-${width}.png`, fullPage: true })
  })
})
