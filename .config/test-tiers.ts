import { readdirSync } from 'node:fs'
import { join } from 'node:path'

// Which test files `npm test` runs, and which are left to `npm run test:rest` and to commands of their own. Paths are files or
// folders.

/** Beside programs that a machine rarely has. They run in every night's workflow. */
export const APART: Readonly<Record<string, readonly string[]>> = {
  'npm run test:with -- peers': ['test/src/peers'],
  'npm run test:with -- vllm': ['test/src/real-vllm'],
  'npm run test:with -- llama': ['test/src/real-llama'],
  'npm run test:with -- slurm': ['test/src/slurm'],
  'npm run test:with -- monitoring': ['test/src/monitoring'],
  'npm run test:with -- hosts': ['test/src/hosts'],
  'npm run test:with -- engine': ['test/src/deploy/engine/engine.test.ts'],
}

/** What repeats proofs of both tiers for longer. They run in every night's workflow, too. */
export const AT_LENGTH = ['npm run test:with -- length', 'npm run chaos']

/** Whole fleets, browsers, images and other programs. */
export const SYSTEM = [
  'test/src/autoscale',
  'test/src/chaos',
  'test/src/cli',
  'test/src/deploy',
  'test/src/fleet',
  'test/src/observability',
  'test/src/offline',
  'test/src/python',
  'test/src/release',
  'test/src/starvation',
  'test/src/vllm',
  ...Object.values(APART).flat(),
]

/** What `npm test` takes of each: enough to see that it works at all. */
export const SMOKE = [
  'test/src/browser/dashboard.test.ts',
  'test/src/chaos/report.test.ts',
  'test/src/chaos/smoke.test.ts',
  'test/src/cli/lifecycle.test.ts',
  'test/src/deploy/compose.test.ts',
  'test/src/deploy/dockerfile.test.ts',
  'test/src/deploy/kubernetes/manifests.test.ts',
  'test/src/fleet/digest.test.ts',
  'test/src/offline/readme.test.ts',
  'test/src/python/python.test.ts',
  'test/src/release/pack.test.ts',
  'test/src/vllm/contract.test.ts',
]

/** What else is too long for every change. */
export const LONG = [
  'apps/research/src/coverage/coverage.test.ts',
  'apps/vllm-sim/src/simulated/profiled-character.test.ts',
  'packages/db/src/process/end-process.test.ts',
  'test/src/access/benchmark-lines.test.ts',
  'test/src/access/chains.test.ts',
  'test/src/access/client-addresses.test.ts',
  'test/src/access/flat-memory.test.ts',
  'test/src/access/hostile-requests.test.ts',
  'test/src/access/large-and-slow.test.ts',
  'test/src/access/logins.test.ts',
  'test/src/access/new-owner.test.ts',
  'test/src/access/pool-history.test.ts',
  'test/src/access/redis-users.test.ts',
  'test/src/access/repositories.test.ts',
  'test/src/api/compare-external.test.ts',
  'test/src/api/fuzz.test.ts',
  'test/src/api/long-exports.test.ts',
  'test/src/api/outage.test.ts',
  'test/src/api/schemathesis.test.ts',
  'test/src/api/stalled-readers.test.ts',
  'test/src/api/statistics-turns.test.ts',
  'test/src/api/statistics.test.ts',
  'test/src/benches',
  'test/src/boundaries/regexes.test.ts',
]

/** `npm test` sees a few of their cases, the rest all: `test/src/support/repetitions.ts`. */
const BOTH = ['test/src/fleet/digest.test.ts']
const BROWSER = 'test/src/browser'

/** What others prove nearly as well in less time: it runs at length alone. */
const NIGHTLY = [
  'test/src/autoscale/teams.test.ts',
  'test/src/browser/stream-cuts.test.ts',
  'test/src/browser/twelve-jobs.test.ts',
  'test/src/chaos/lost-keys.test.ts',
  'test/src/fleet/decided-waste.test.ts',
  'test/src/fleet/dying-engine.test.ts',
  'test/src/fleet/gateway-load.test.ts',
  'test/src/fleet/gateway-readers.test.ts',
  'test/src/fleet/live-accuracy.test.ts',
  'test/src/fleet/pool-pause.test.ts',
  'test/src/fleet/slurm.test.ts',
  'test/src/release/npx.test.ts',
  'test/src/starvation/api/api.test.ts',
  'test/src/starvation/neighbour.test.ts',
  'test/src/vllm/strange-servers.test.ts',
]

export type Tier = 'first' | 'rest'

/** The globs of files and folders. */
export function globs(paths: readonly string[]): string[] {
  return paths.map((path) => (path.endsWith('.test.ts') ? path : `${path}/**/*.test.ts`))
}

/** Which files of a project belong to a tier; without one, all. */
export function filesOf(project: 'integration' | 'browser' | 'system', heavy: readonly string[], tier?: Tier) {
  const all = { integration: ['test/src', ...heavy], browser: [BROWSER], system: SYSTEM }[project]
  const others = project === 'integration' ? [...SYSTEM, BROWSER] : []
  if (tier === undefined) return { include: globs(all), exclude: globs(others) }
  const isSmoke = (path: string) => all.some((folder) => path.startsWith(folder)) && project !== 'integration'
  if (tier === 'first' && project !== 'integration') return { include: SMOKE.filter(isSmoke), exclude: [] }
  if (tier === 'first') return { include: globs(all), exclude: globs([...others, ...LONG]) }
  if (project === 'integration') {
    return { include: globs(LONG), exclude: [] }
  }
  const seen = SMOKE.filter((path) => !BOTH.includes(path))
  return { include: globs(all), exclude: [...seen, ...NIGHTLY, ...globs(Object.values(APART).flat())] }
}

/** What a run of the first tier leaves out: files by folder of `test/src`, those apart not among them. */
export function leftOut(root: string): ReadonlyMap<string, number> {
  const apart = Object.values(APART).flat()
  const later = [...SYSTEM, BROWSER, ...LONG].filter((path) => !apart.includes(path))
  const files = readdirSync(join(root, 'test/src'), { recursive: true, encoding: 'utf8' })
    .map((file) => `test/src/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.test.ts') && !SMOKE.includes(file))
    .filter((file) => later.some((path) => file === path || file.startsWith(`${path}/`)))
  const counts = new Map<string, number>()
  for (const file of files) {
    const folder = file.split('/')[2] ?? ''
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return counts
}
