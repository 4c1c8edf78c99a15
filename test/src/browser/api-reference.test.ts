import { GetDocs, pathOf, ROUTES } from '@cges-fleet/core/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useApi } from '../api/use-api.js'
import { axeFindings, BY_LOOK } from './page-faults.js'
import { NO_BROWSER, TestBrowser } from './test-browser.js'

const api = useApi()

describe.skipIf(NO_BROWSER !== null)(`the API’s own reference${NO_BROWSER === null ? '' : `: ${NO_BROWSER}`}`, () => {
  let browser: TestBrowser

  beforeAll(async () => {
    browser = await TestBrowser.open()
  })
  afterAll(() => browser.close())

  it('leads from its list to an operation, whose fields it names in words', async () => {
    const { page, errors } = await browser.page()
    await page.goto(`${api().url}${pathOf(GetDocs)}`)
    expect(await page.locator('nav a').count()).toBe(ROUTES.length)
    expect(await page.locator('section').count()).toBe(ROUTES.length)
    await page.locator('nav summary', { hasText: 'evaluations' }).click()
    await page.locator('nav a[href="#post-v1-evaluations"]').click()
    const operation = page.locator('section:target')
    await operation.locator('summary', { hasText: 'Request body' }).click()
    const field = operation.locator('li', { has: page.locator('code.field', { hasText: /^benchmark$/u }) }).first()
    expect(await field.isVisible()).toBe(true)
    expect(await field.textContent()).toMatch(/^benchmark string/u)
    expect(await page.textContent('body')).not.toContain('"$schema"')
    // Its style is the one that its content security policy allows.
    expect(
      await field
        .locator('code')
        .first()
        .evaluate((code) => getComputedStyle(code).fontWeight),
    ).toBe('600')
    expect([...browser.asked]).toEqual([new URL(api().url).host])
    expect(errors).toEqual([])
  })

  it('has nothing for axe to find, and no line wider than a phone', async () => {
    const { page } = await browser.page({ viewport: { width: 390, height: 844 } })
    await page.goto(`${api().url}${pathOf(GetDocs)}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.evaluate(keepSections, SECTIONS)
    expect(await axeFindings(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await axeFindings(page, BY_LOOK)).toEqual([])
  })
})

/** All are written by one function, and axe takes a minute for a page of a hundred. */
const SECTIONS = 8

/** Removes the sections of a page after the first few, and what leads to them. */
function keepSections(count: number): void {
  const removed = [...document.querySelectorAll('section')].slice(count)
  for (const section of removed) {
    for (const link of document.querySelectorAll(`nav a[href="#${section.id}"]`)) link.closest('li')?.remove()
    section.remove()
  }
}
