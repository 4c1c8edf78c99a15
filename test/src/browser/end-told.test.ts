import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useApi } from '../api/use-api.js'
import { drawn, round, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { openMenu, openTab } from './page-actions.js'
import { dashboardFor } from './dashboard-server.js'
import { NO_BROWSER, TestBrowser } from './test-browser.js'

/** Runs in the page before its scripts: fakes the browser's notifications, with the answer that the user will give. */
function notifications(answer: string): void {
  const told: string[] = []
  class Told extends EventTarget {
    static permission = 'default'
    static asked = 0
    static async requestPermission(): Promise<string> {
      Told.asked++
      Told.permission = answer
      return answer
    }
    constructor(title: string, { body }: { readonly body: string }) {
      super()
      told.push(`${title}: ${body}`)
    }
  }
  Object.assign(globalThis, { Notification: Told, told })
}

const told = (page: Page) => page.evaluate(() => (globalThis as { told?: readonly string[] }).told ?? [])
const asked = (page: Page) => page.evaluate(() => (Notification as unknown as { readonly asked: number }).asked)

const freshness = (page: Page) => page.getByTestId('freshness')

/** The text of the head of an evaluation's page, except for how long it has been held. */
async function wordsOf(page: Page): Promise<string | undefined> {
  return (await page.locator('.evaluation-header').textContent())?.replace(/Held · \d+ s/, 'Held')
}

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'the end of an evaluation is told', () => {
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

  async function begun(notify: string | null = null): Promise<string> {
    const id = await submit(api().db, { methods: ['sc@2'], changes: { name: 'Watched' } })
    if (notify !== null)
      await api().db.query(
        `UPDATE evaluation SET spec = jsonb_set(spec, '{notify}', to_jsonb($2::text)) WHERE id = $1`,
        [id, notify],
      )
    await round(api().db, id)
    return id
  }

  async function finish(id: string): Promise<void> {
    await landAll(api().db, () => drawn('1'))
    await round(api().db, id)
  }

  async function opened(id: string, answer: string): Promise<Page> {
    const { page } = await browser.page()
    await page.addInitScript(notifications, answer)
    await page.goto(`${dashboard.replace('127.0.0.1', 'localhost')}/evaluations/${id}`)
    return page
  }

  it('by the browser once it was asked for, and nothing is asked before', async () => {
    const id = await begun()
    const page = await opened(id, 'granted')
    const button = page.getByRole('button', { name: 'Notify at the end' })
    await openMenu(page)
    expect(await asked(page)).toBe(0)
    await button.click()
    await page.getByRole('button', { name: 'Will notify at the end', pressed: true }).waitFor()
    expect(await asked(page)).toBe(1)
    await page.reload()
    await openMenu(page)
    await page.getByRole('button', { name: 'Will notify at the end', pressed: true }).waitFor()
    expect(await told(page)).toEqual([])
    await finish(id)
    await expect.poll(() => told(page), { timeout: 90_000 }).toEqual(['Watched: done: 2 of 2 questions finished.'])
    await page.reload()
    await page.getByRole('region', { name: 'Methods', exact: true }).waitFor()
    expect(await told(page)).toEqual([])
  })

  it('not by a browser that was told not to, which says so', async () => {
    const page = await opened(await begun(), 'denied')
    await openMenu(page)
    await page.getByRole('button', { name: 'Notify at the end' }).click()
    await page.getByText('blocks notifications').waitFor()
    expect(await page.getByRole('button', { name: 'Notify at the end' }).getAttribute('aria-pressed')).toBe('false')
  })

  it('to its webhook, with each attempt, the answer to it and the next in sight', async () => {
    const id = await begun('ci')
    const page = await opened(id, 'granted')
    await openTab(page, 'Details')
    const panel = page.getByTestId('deliveries')
    expect(await panel.textContent()).toContain('Webhook ci')
    await finish(id)
    await expect.poll(() => panel.textContent(), { timeout: 90_000 }).toMatch(/waiting.*none yet.*UTC/)
    await api().db.query(
      `UPDATE delivery SET attempts = 3, error = 'it answered 503', due_at = now() + interval '1 hour' WHERE evaluation_id = $1`,
      [id],
    )
    await expect.poll(() => panel.textContent(), { timeout: 90_000 }).toMatch(/waiting.*3.*it answered 503/)
    await api().db.query(
      `UPDATE delivery SET attempts = 4, error = NULL, state = 'delivered', ended_at = now() WHERE evaluation_id = $1`,
      [id],
    )
    await expect.poll(() => panel.textContent(), { timeout: 90_000 }).toMatch(/delivered at .*accepted/)
  })

  it('to nobody where it names no webhook', async () => {
    const page = await opened(await begun(), 'granted')
    await openTab(page, 'Details')
    expect(await page.getByTestId('deliveries').count()).toBe(0)
  })

  it('to a page that is held still only once it goes on', async () => {
    const id = await begun()
    const [held, followed] = [await opened(id, 'default'), await opened(id, 'default')]
    await expect.poll(() => freshness(held).textContent()).toContain('Live')
    await held.keyboard.press('p')
    expect(await freshness(held).textContent()).toMatch(/^‖ Held · \d+ s$/)
    expect(await freshness(held).getAttribute('aria-pressed')).toBe('true')
    const before = await wordsOf(held)
    await finish(id)
    await expect.poll(() => freshness(followed).textContent()).toBe('■ Final')
    expect(await wordsOf(held)).toBe(before)
    await freshness(held).click()
    await expect.poll(() => freshness(held).textContent()).toBe('■ Final')
  })
})
