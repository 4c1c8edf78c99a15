import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dataHome } from './env.js'

/** The checkout or the package this command line belongs to. */
export const ROOT = resolve(fileURLToPath(new URL('../../..', import.meta.url)))

/** The default data folder of a fleet started here: a package is replaced by the next release, and its data is not. */
export const DATA_FOLDER = existsSync(join(ROOT, 'pnpm-lock.yaml')) ? join(ROOT, '.data') : join(dataHome(), 'cges')

/** The file that an app is started from. */
export function appEntry(app: 'api' | 'coordinator' | 'gateway' | 'worker' | 'vllm-sim'): string {
  return join(ROOT, 'apps', app, 'bundle', 'main.js')
}

/** How this command line itself is started. */
export const CGES_ENTRY = join(ROOT, 'apps/cli/bundle/main.js')

/** The dashboard's server, with everything it serves beside it. */
export const DASHBOARD_ENTRY = join(ROOT, 'apps/dashboard/.next/standalone/apps/dashboard/server.js')

/** Where a file of the documentation is: a package has those that help and errors name. Short within a checkout. */
export function docsFile(name: string): string {
  const file = join(ROOT, 'docs', name)
  const near = relative(process.cwd(), file)
  return near.startsWith('..') || near.includes('node_modules') ? file : near
}

/** Samples of the tiny model, with log-probabilities, to try replays on. */
export const DEMO_RECORDING = join(ROOT, 'packages/tiny-llama/recording.jsonl.gz')
