import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_BROWSER, TestBrowser } from './test-browser.js'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const BUNDLE = '/node_modules/cges-methods/browser.js'

type Release = Readonly<Record<'version' | 'license' | 'engines', unknown>>
type Pack = { stageMethods(root: string, folder: string, release: Release): Promise<void> }

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'the package of rules in a page', () => {
  let folder: string
  let server: Server
  let browser: TestBrowser

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cges-methods-'))
    const { stageMethods } = (await import(pathToFileURL(join(ROOT, '.config/pack/pack-methods.mjs')).href)) as Pack
    await stageMethods(ROOT, folder, JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Release)
    const [, page = ''] = /```html\n([^]*?)```/u.exec(readFileSync(join(folder, 'README.md'), 'utf8')) ?? []
    server = createServer(({ url }, response) => {
      const script = url === BUNDLE
      response.writeHead(script || url === '/' ? 200 : 404, {
        'content-type': script ? 'text/javascript' : 'text/html',
      })
      response.end(script ? readFileSync(join(folder, 'browser.js')) : url === '/' ? page : '')
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    browser = await TestBrowser.open()
  })

  afterAll(async () => {
    await browser.close()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('decides what its README says, from one file and without an error', async () => {
    const { page, errors } = await browser.page()
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { waitUntil: 'commit' })
    await expect.poll(() => page.textContent('body')).toContain('stopped after 3: 42')
    expect(errors.filter((text) => !text.includes('404'))).toEqual([])
    expect(requests.filter((path) => path !== '/favicon.ico')).toEqual(['/', BUNDLE])
  })
})
