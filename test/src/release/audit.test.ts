import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { ROOT } from '../deploy/root.js'

const closers: (() => void)[] = []

afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A registry of the test's own, which is asked nothing but audits; returns its address. */
async function registry(answer: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(request, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const advisories = (severity: string): RequestListener => {
  const one = { id: 1, url: 'https://example.org/1', title: 'a hole', severity, vulnerable_versions: '<9999' }
  return (_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ next: [{ ...one, cwe: [], cvss: { score: 0 } }] }))
  }
}

async function audit(AUDIT_REGISTRY: string, variables: Readonly<Record<string, string>> = {}) {
  const { CGES_RELEASE: _, ...rest } = process.env
  const env = { ...rest, AUDIT_REGISTRY, ...variables }
  const child = spawn(process.execPath, ['.config/audit.mjs'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

const RELEASE = { CGES_RELEASE: '1' }

it('says that nothing was audited where the registry is silent: a check passes, a release does not', async () => {
  const silent = await registry((_, response) => response.writeHead(405).end())
  const check = await audit(silent)
  expect(check).toEqual({ code: 0, said: expect.stringMatching(/NOT AUDITED.*405.*fails a release/s) })
  const release = await audit(silent, RELEASE)
  expect(release).toEqual({ code: 1, said: expect.stringMatching(/NOT AUDITED.*AUDIT_REGISTRY/s) })
})

it('takes an answer that is none for silence', async () => {
  const odd = await registry((_, response) => response.end('<html>captive portal</html>'))
  expect(await audit(odd, RELEASE)).toEqual({ code: 1, said: expect.stringContaining('NOT AUDITED') })
})

it('fails everywhere where an advisory is high, and names the package', async () => {
  const grave = await registry(advisories('high'))
  for (const variables of [{}, RELEASE]) {
    expect(await audit(grave, variables)).toEqual({ code: 1, said: expect.stringMatching(/^next: high: a hole/m) })
  }
})

it('passes a release of which nothing grave is known, and says how much was audited', async () => {
  const fine = await registry(advisories('low'))
  expect(await audit(fine, RELEASE)).toEqual({ code: 0, said: expect.stringMatching(/audited: \d+, no high/) })
})
