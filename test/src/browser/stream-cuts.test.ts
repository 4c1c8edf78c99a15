import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SeededRandom, seededRandom } from '@cges-fleet/methods'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DashboardFleet } from './dashboard-fleet.js'
import { readEvaluationPage, writtenMethods } from './evaluation-page.js'
import { NO_BROWSER, TestBrowser } from './test-browser.js'

/** The least number of cuts; by default what one evaluation gives in a suite, `STREAM_CUTS=200` for a separate run. */
const CUTS = Number(process.env['STREAM_CUTS'] ?? 15)
const SEED = process.env['STREAM_CUTS_SEED'] ?? 'stream cuts'
/** Pages at once. After three failures in a minute a page polls instead of listening, so no page is cut more often. */
const PAGES = 7
const CUTS_A_PAGE = 3
const QUESTIONS = 40
const METHODS = ['sc@16', 'asc-beta@16', 'cges:confidence=lns-arith,gamma=0.99@16']

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'the page of an evaluation whose stream is cut', () => {
  let served: DashboardFleet
  let browser: TestBrowser

  beforeAll(async () => {
    served = await DashboardFleet.start()
    browser = await TestBrowser.open()
  })

  afterAll(async () => {
    await browser?.close()
    await served?.stop()
  })

  it(`says in the end what the API says, and never went back: ${CUTS} cuts`, { timeout: 90_000 * CUTS }, async () => {
    const random = seededRandom(SEED)
    const made: Cut[] = []
    for (let rounds = 0; made.length < CUTS && rounds < CUTS; rounds += 1) {
      made.push(...(await watchCut(random)))
      if (CUTS > PAGES * CUTS_A_PAGE) console.log(`${made.length} of ${CUTS} cuts`)
    }
    expect(made.length).toBeGreaterThanOrEqual(CUTS)
    expect(new Set(made.map(({ manner }) => manner)).size).toBeGreaterThan(3)
  })

  /** Watches one evaluation on several pages while their streams are cut; returns the cuts that were made. */
  async function watchCut(random: SeededRandom): Promise<readonly Cut[]> {
    const { id } = await served.fleet.submit({ methods: METHODS, questions: QUESTIONS, seed: random.int(0, 1e6) })
    const watching = await Promise.all(
      Array.from({ length: PAGES }, async () => {
        const cuts = Array.from({ length: CUTS_A_PAGE }, (_, at) => drawCut(random, at === CUTS_A_PAGE - 1))
        const proxy = await CuttingProxy.before(served.address, cuts)
        const { page, errors } = await browser.page()
        await noteVersions(page)
        await page.goto(`${proxy.address}/evaluations/${id}`, { waitUntil: 'commit' })
        return { proxy, page, errors }
      }),
    )
    const final = await served.fleet.ended(id)
    const shown = {
      version: final.version,
      status: final.status,
      closed: `${QUESTIONS} / ${QUESTIONS} 100%`,
      methods: writtenMethods(final),
    }
    for (const { proxy, page, errors } of watching) {
      const made = JSON.stringify(proxy.made)
      await expect.poll(() => readEvaluationPage(page), { timeout: 60_000, message: made }).toMatchObject(shown)
      await expect.poll(() => page.getByTestId('freshness').textContent(), { message: made }).toBe('■ Final')
      const versions = await versionsOn(page)
      expect(versions, made).toEqual(versions.toSorted((one, other) => one - other))
      expect(errors.filter((error) => !error.startsWith('Failed to load resource'))).toEqual([])
      await page.context().close()
      await proxy.close()
    }
    return watching.flatMap(({ proxy }) => proxy.made)
  }
})

/** Lets a page record every version that it shows. */
function noteVersions(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const versions: number[] = []
    Object.assign(globalThis, { versions })
    const note = () => {
      const version = document.querySelector('article')?.dataset['version']
      if (version !== undefined && Number(version) !== versions.at(-1)) versions.push(Number(version))
    }
    new MutationObserver(note).observe(document, { subtree: true, childList: true, attributeFilter: ['data-version'] })
  })
}

function versionsOn(page: Page): Promise<readonly number[]> {
  return page.evaluate(() => (globalThis as unknown as { versions: number[] }).versions)
}

/**
 * How a stream is cut: the connection is reset, the stream ends as if complete, it falls silent before a reset, nothing
 * listens for a while, or reconnecting is refused.
 */
const CUT_KINDS = ['reset', 'ended', 'silent', 'away', 'refused'] as const

interface Cut {
  readonly manner: (typeof CUT_KINDS)[number]
  /**
   * Bytes of the stream that still arrive, unless the evaluation's end comes first: then only the share `ofEnd` of that
   * does.
   */
  readonly afterBytes: number
  /** Between 0 and 1. */
  readonly ofEnd: number
  /** How long the stream is silent or the server away. */
  readonly forMs: number
}

const END = /"finishedAt":"|event: bye/
const STREAM = /\/live(?:\?|$)/
const NEVER = Number.MAX_SAFE_INTEGER
/** About seven frames of an evaluation with a handful of methods. */
const MOST_BYTES = 50_000

/**
 * Draws where and how a stream is cut: anywhere in its first frames or, for half of the last cuts, in the frame that
 * reports the evaluation's end.
 */
function drawCut(random: SeededRandom, last: boolean): Cut {
  return {
    manner: random.pick(CUT_KINDS),
    afterBytes: last && random.next() < 0.5 ? NEVER : random.int(0, MOST_BYTES),
    ofEnd: random.next(),
    forMs: random.int(0, 4_000),
  }
}

/** A proxy in front of a dashboard for one page, which cuts the page's event streams. */
class CuttingProxy {
  /** Cuts made so far. */
  readonly made: Cut[] = []
  #awayUntil = 0
  #refuses = false

  private constructor(
    readonly address: string,
    private readonly server: ReturnType<typeof createServer>,
    private readonly cuts: Cut[],
  ) {}

  /** Each stream opened gets the next of the cuts; after the last, streams are left alone. */
  static async before(address: string, cuts: readonly Cut[]): Promise<CuttingProxy> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const proxy = new CuttingProxy(`http://127.0.0.1:${port}`, server, [...cuts])
    server.on('request', (request: IncomingMessage, answer: ServerResponse) => proxy.#answer(address, request, answer))
    return proxy
  }

  async close(): Promise<void> {
    this.server.close()
    this.server.closeAllConnections()
    await once(this.server, 'close')
  }

  #answer(address: string, incoming: IncomingMessage, answer: ServerResponse): void {
    const { url = '/', method, headers } = incoming
    if (performance.now() < this.#awayUntil) return void incoming.socket.destroy()
    const isStream = STREAM.test(url)
    if (isStream && this.#refuses) {
      this.#refuses = false
      return void answer.writeHead(503, { 'content-type': 'application/problem+json' }).end('{}')
    }
    const onwards = request(new URL(url, address), { method, headers }, (found) => {
      answer.writeHead(found.statusCode ?? 502, found.headers)
      const cut = isStream && found.statusCode === 200 ? this.cuts.shift() : undefined
      if (cut === undefined) found.pipe(answer)
      else void this.#passUntil(cut, found, answer)
    })
    onwards.on('error', () => answer.destroy())
    answer.on('close', () => onwards.destroy())
    incoming.pipe(onwards)
  }

  async #passUntil(cut: Cut, found: IncomingMessage, answer: ServerResponse): Promise<void> {
    answer.flushHeaders()
    let left = cut.afterBytes
    try {
      for await (const piece of found as AsyncIterable<Buffer>) {
        if (END.test(piece.toString())) left = Math.min(left, Math.floor(cut.ofEnd * piece.length))
        if (left < piece.length) return await this.#make(cut, answer, piece.subarray(0, left))
        answer.write(piece)
        left -= piece.length
      }
      answer.end()
    } catch {
      answer.destroy()
    }
  }

  async #make(cut: Cut, answer: ServerResponse, last: Buffer): Promise<void> {
    this.made.push(cut)
    await new Promise<void>((resolve) => void answer.write(last, () => resolve()))
    if (cut.manner === 'ended') return void answer.end()
    if (cut.manner === 'silent') await sleep(cut.forMs)
    if (cut.manner === 'refused') this.#refuses = true
    answer.socket?.resetAndDestroy()
    if (cut.manner !== 'away') return
    this.#awayUntil = performance.now() + cut.forMs
    this.server.closeAllConnections()
  }
}
