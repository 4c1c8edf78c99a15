import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings, BY_LOOK } from './page-faults.js'
import { NO_BROWSER, TestBrowser } from './test-browser.js'

/** `node .config/prepare.mjs site` builds it. */
const site = fileURLToPath(new URL('../../../dist/site', import.meta.url))

function pagesOf(out: string): string[] {
  return readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'))
}

function address(page: string): string {
  return pathToFileURL(join(site, page)).href
}

function sameEncoding(link: string): string {
  return link.replace(/#(.*)$/u, (_all, id: string) => `#${encodeURIComponent(decodeURIComponent(id))}`)
}

describe.skipIf(NO_BROWSER !== null)(
  `the site of the documentation, from a disk${NO_BROWSER === null ? '' : `: ${NO_BROWSER}`}`,
  () => {
    let browser: TestBrowser

    beforeAll(async () => {
      expect(existsSync(site), 'no site yet: run node .config/prepare.mjs site').toBe(true)
      browser = await TestBrowser.open()
    })
    afterAll(() => browser.close())

    it('has no link that leads nowhere, and asks for nothing from elsewhere', async () => {
      const { page, errors } = await browser.page()
      const links = new Map<string, string>()
      const places = new Set<string>()
      for (const path of pagesOf(site)) {
        await page.goto(address(path))
        const found = await page.evaluate(() => ({
          links: [...document.querySelectorAll('a')].map(({ href }) => href),
          ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
        }))
        places.add(page.url())
        for (const id of found.ids) places.add(`${page.url()}#${encodeURIComponent(id)}`)
        for (const link of found.links) if (link.startsWith('file:')) links.set(link, path)
      }
      const isDead = (link: string) =>
        !places.has(sameEncoding(link)) && (link.includes('#') || !existsSync(fileURLToPath(link)))
      expect(links.size).toBeGreaterThan(200)
      expect([...links].filter(([link]) => isDead(link))).toEqual([])
      expect([...browser.asked]).toEqual([''])
      expect(errors).toEqual([])
    })

    it.each([
      ['planRound', 'architecture.html'],
      ['sbatch', 'slurm.html'],
      ['tampering', 'changelog.html'],
    ])('finds %s on %s', async (word, path) => {
      const { page } = await browser.page({ viewport: { width: 390, height: 844 } })
      await page.goto(address('adr/index.html'))
      await page.keyboard.press('/')
      await page.keyboard.type(word)
      const links = page.locator('#found a')
      await links.first().waitFor()
      expect(
        (await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))).join(' '),
      ).toContain(address(path))
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => !url.href.includes('/adr/'))
    })

    it.each(['index.html', 'statistics.html', 'api/comparisons.html'])(
      'has nothing for axe to find on %s',
      async (path) => {
        const { page } = await browser.page()
        await page.goto(address(path))
        expect(await axeFindings(page)).toEqual([])
        await page.emulateMedia({ colorScheme: 'dark' })
        expect(await axeFindings(page, BY_LOOK)).toEqual([])
        await page.setViewportSize({ width: 390, height: 844 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
        await page.context().close()
      },
    )
  },
)
