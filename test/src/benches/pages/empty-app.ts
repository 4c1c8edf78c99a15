import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { end, type PageServer, startPageServer } from '../../browser/dashboard-server.js'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const DASHBOARD = join(ROOT, 'apps/dashboard')

/** A minimal Next app; its second page shows only the version from a stream. */
const FILES: Readonly<Record<string, (api: string) => string>> = {
  'package.json': () => '{ "private": true, "type": "module" }',
  'next.config.mjs': (api) => `export default {
  outputFileTracingRoot: ${JSON.stringify(ROOT)}, turbopack: { root: ${JSON.stringify(ROOT)} },
  rewrites: async () => [{ source: '/v1/:path*', destination: ${JSON.stringify(api)} + '/v1/:path*' }],
}`,
  'app/layout.js': () =>
    `export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html> }`,
  'app/page.js': () => `export default function Page() { return <p>Nothing.</p> }`,
  'app/stream/page.js': () => `'use client'
import { useEffect, useState } from 'react'
export default function Page() {
  const [version, setVersion] = useState('')
  useEffect(() => {
    const source = new EventSource(new URLSearchParams(location.search).get('of'))
    source.addEventListener('snapshot', ({ data }) => setVersion(JSON.parse(data).version))
    return () => source.close()
  }, [])
  return <p>{version}</p>
}`,
}

/** Builds an empty Next app with the dashboard's own Next, in front of an API, and serves it. */
export async function startEmptyApp(api: string): Promise<PageServer & { stop(): Promise<void> }> {
  // Not below the dashboard, whose instrumentation and proxy Next would find and use.
  const folder = mkdtempSync(join(ROOT, 'test/dist/empty-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  symlinkSync(join(DASHBOARD, 'node_modules'), join(folder, 'node_modules'))
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), content(api))
  }
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' }
  const next = join(DASHBOARD, 'node_modules/next/dist/bin/next')
  const built = spawnSync(process.execPath, [next, 'build'], { cwd: folder, env, encoding: 'utf8' })
  if (built.status !== 0) throw new Error(`the empty app was not built: ${built.stdout}${built.stderr}`)
  const server = await startPageServer(next, '/', { cwd: folder, args: ['start'] })
  const stop = async () => {
    await end(server.process)
    process.off('exit', remove)
    remove()
  }
  return { ...server, stop }
}
