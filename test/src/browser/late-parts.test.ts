import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useApi } from '../api/use-api.js'
import { questionedEvaluation } from '../support/made-evaluations.js'
import { dashboardFor } from './dashboard-server.js'
import { NO_BROWSER, TestBrowser } from './test-browser.js'

const SCRIPT = /\/_next\/static\/[^?]+\.js/
/** The framework retries once by itself before it gives up on a script. */
const GIVEN_UP = 2

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'parts that come after their page', () => {
  const api = useApi()
  let dashboard: string
  let browser: TestBrowser

  beforeAll(async () => {
    dashboard = await dashboardFor(api().url)
    browser = await TestBrowser.open()
  })

  afterAll(async () => {
    await browser?.close()
  })

  it('are asked for until the network is back, and leave the page standing meanwhile', async () => {
    const evaluation = await questionedEvaluation(api().db, { methods: ['sc@4'] })
    const address = `${dashboard}/evaluations/${evaluation}`
    const html = await (await fetch(address)).text()
    const { page, errors } = await browser.page()
    const refused = new Map<string, number>()
    let away = true
    await page.route(SCRIPT, (route) => {
      const { pathname } = new URL(route.request().url())
      if (!away || html.includes(pathname)) return route.continue()
      refused.set(pathname, (refused.get(pathname) ?? 0) + 1)
      return route.abort('connectionreset')
    })
    const mostRefused = () => Math.max(0, ...refused.values())

    await page.goto(address, { waitUntil: 'commit' })
    await expect.poll(() => page.getByTestId('freshness').textContent()).toBe('■ Final')
    await expect.poll(mostRefused).toBeGreaterThan(GIVEN_UP)
    refused.clear()
    await page.getByRole('tab', { name: 'Details' }).click()
    await expect.poll(mostRefused).toBeGreaterThan(GIVEN_UP)
    expect(await page.getByTestId('freshness').textContent()).toBe('■ Final')

    away = false
    await page.getByRole('button', { name: 'Edit tags and note' }).click()
    await page.getByRole('textbox', { name: 'Note' }).waitFor()
    expect(errors.filter((error) => !error.startsWith('Failed to load resource'))).toEqual([])
  })
})
