import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { peersPython } from './peers-environment.js'

// Beside other programs: `npm run test:with -- peers`. Makes an environment with them once, or takes PEERS_PYTHON, and runs the tests that
// need it. With --only-make it prints that Python and runs nothing.
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')

try {
  const python = process.env['PEERS_PYTHON'] ?? peersPython()
  if (process.argv.includes('--only-make')) console.log(python)
  else process.exitCode = run(python)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function run(python: string): number {
  const args = [VITEST, 'run', '--config', '.config/vitest.config.ts', 'test/src/peers']
  const env = { ...process.env, PEERS_PYTHON: python }
  return spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env }).status ?? 1
}
