import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

/** Chromium without the code that draws windows takes a quarter less time; Debian packages it beside the full one. */
const PATHS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const PATH = process.env['CHROMIUM'] ?? PATHS.find((path) => existsSync(path)) ?? '/usr/bin/chromium'

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Why no browser can be opened here; null if one can. */
export const NO_BROWSER = existsSync(PATH) ? null : `no browser at ${PATH}`

/** A page and what went wrong on it. */
export interface WatchedPage {
  readonly page: Page
  /** What it logged as an error or threw. */
  readonly errors: readonly string[]
  readonly navigations: () => number
}

/** Signs in as a user does: on the page that asks for a key instead of showing the requested one. */
export async function signIn(page: Page, dashboard: string, key: string): Promise<void> {
  // A session cookie works only over https or on localhost.
  await page.goto(`${dashboard.replace('127.0.0.1', 'localhost')}/evaluations`)
  await page.waitForURL(/[/]sign-in(?:[?]|$)/)
  await page.fill('#key', key)
  await page.click('button[type=submit]')
  await page.waitForURL('**/evaluations')
}

let launched: Promise<Browser> | null = null

/** Ends the Chromium of this process, which a program that is no test would otherwise wait for. */
export async function endChromium(): Promise<void> {
  await (await launched)?.close()
  launched = null
}

/**
 * Pages without a profile, and every address they requested. The files that run in one process share one Chromium; each
 * page has a context of its own.
 */
export class TestBrowser {
  readonly asked = new Set<string>()
  readonly #contexts: BrowserContext[] = []

  private constructor(private readonly browser: Browser) {}

  static async open(): Promise<TestBrowser> {
    launched ??= chromium.launch({ executablePath: PATH, args: FLAGS })
    return new TestBrowser(await launched)
  }

  /** Opens a page in a context of its own; navigating and reloading wait until the page's scripts run. */
  async page(options: BrowserContextOptions = {}): Promise<WatchedPage> {
    const context = await this.browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
    // Twice the default, for machines that have other tests to run.
    context.setDefaultTimeout(60_000)
    this.#contexts.push(context)
    const page = await context.newPage()
    const errors: string[] = []
    let navigations = 0
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('request', (request) => this.asked.add(new URL(request.url()).host))
    page.on('load', () => navigations++)
    waitForScripts(page)
    return { page, errors, navigations: () => navigations }
  }

  async close(): Promise<void> {
    await Promise.all(this.#contexts.map((context) => context.close()))
  }
}

/** Makes `goto` and `reload` wait for the scripts, unless a test wants the page as it is before they run. */
function waitForScripts(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (address, options) => {
    const response = await goto(address, options)
    if (options?.waitUntil !== 'commit') await untilScriptsRun(page)
    return response
  }
  page.reload = async (options) => {
    const response = await reload(options)
    if (options?.waitUntil !== 'commit') await untilScriptsRun(page)
    return response
  }
}

/**
 * Waits until a page of the dashboard is whole and reacts: a part that is still streamed may stand in it twice, once hidden,
 * and a key or a click before it reacts is lost, as it is for a fast user.
 */
async function untilScriptsRun(page: Page): Promise<void> {
  if (!(await page.evaluate(() => '__next_f' in globalThis))) return
  await page.waitForFunction(() => {
    if (document.querySelector('div[hidden][id^="S:"]') !== null) return false
    const shown = [...document.querySelectorAll('button, input, select, textarea, a, [tabindex]')].filter((element) =>
      element.checkVisibility(),
    )
    return shown.every((element) => Object.keys(element).some((key) => key.startsWith('__reactProps')))
  })
  // The effects that listen for keys run right after; on an idle page they have run.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 })))
}
