import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout this command line belongs to. */
export const ROOT = resolve(fileURLToPath(new URL('../../..', import.meta.url)))

/** Where a fleet started here keeps its data unless told otherwise. */
export const DATA_FOLDER = join(ROOT, '.data')

/** The compiled entry of an app. */
export function appEntry(app: 'api' | 'coordinator' | 'worker' | 'vllm-sim'): string {
  return join(ROOT, 'apps', app, 'dist', 'main.js')
}

/** The dashboard's server, with everything it serves beside it. */
export const DASHBOARD_ENTRY = join(ROOT, 'apps/dashboard/.next/standalone/apps/dashboard/server.js')
