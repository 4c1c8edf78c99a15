import { readFileSync } from 'node:fs'
import { ROOT } from './root.js'

/** Schemas that several apps' environments are made from, and where they are written. */
const SHARED: Readonly<Record<string, string>> = {
  DoorEnvironment: 'packages/stores/src/door/environment.ts',
  StoreEnvironment: 'packages/queue/src/stores.ts',
  ProbeEnvironment: 'packages/telemetry/src/env.ts',
  LogEnvironment: 'packages/telemetry/src/env.ts',
  TraceEnvironment: 'packages/telemetry/src/env.ts',
}

/** Read by the runtime under an app and not by its own `env.ts`. */
const OF_THE_RUNTIME: Readonly<Record<string, readonly string[]>> = {
  dashboard: ['PORT', 'HOSTNAME'],
}

const SOURCE: Readonly<Record<string, string>> = {
  migrate: 'apps/cli/src/fleet/env.ts',
  dashboard: 'apps/dashboard/src/api/env.ts',
}

/** Lists the variables an app reads, from its own `env.ts`. */
export function environmentNames(app: string): Set<string> {
  const text = readFileSync(`${ROOT}${SOURCE[app] ?? `apps/${app}/src/env.ts`}`, 'utf8')
  const shared = Object.entries(SHARED).flatMap(([schema, file]) =>
    text.includes(schema) ? namesIn(written(schema, readFileSync(`${ROOT}${file}`, 'utf8'))) : [],
  )
  return new Set(['NODE_ENV', 'NODE_EXTRA_CA_CERTS', ...namesIn(text), ...shared, ...(OF_THE_RUNTIME[app] ?? [])])
}

/** The text of one schema, of a file that may have several. */
function written(schema: string, text: string): string {
  return new RegExp(`const ${schema} = [^]*?\\n\\}\\)`, 'u').exec(text)?.[0] ?? text
}

function namesIn(text: string): string[] {
  const keys = [...text.matchAll(/^\s+([A-Z][A-Z0-9_]*):/gm), ...text.matchAll(/environment\['([A-Z0-9_]+)'\]/g)]
  return keys.map(([, name]) => name ?? '')
}
