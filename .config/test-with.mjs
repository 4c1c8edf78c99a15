// npm run test:with -- NAME [OPTIONS]: the tests beside one program that a machine rarely has, or beside none but for long.
// OPTIONS go to what runs.
import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const CODE = ['dependencies', 'code']
const RUNS = {
  peers: { prepare: [...CODE, 'bundles'], program: 'test/dist/peers/main.js' },
  vllm: { program: 'test/dist/real-vllm/main.js' },
  llama: { prepare: [...CODE, 'bundles'], program: 'test/dist/real-llama/main.js' },
  slurm: { prepare: [...CODE, 'bundles'], tests: 'test/src/slurm', env: { SLURM: 'debian' } },
  monitoring: { prepare: [...CODE, 'bundles'], tests: 'test/src/monitoring', env: { MONITORING: 'all' } },
  hosts: { prepare: CODE, tests: 'test/src/hosts' },
  engine: { prepare: CODE, program: 'test/dist/deploy/engine/main.js' },
  length: {
    tests: [
      'autoscale/teams',
      'browser',
      'chaos',
      'cli',
      'fleet',
      'offline/progress',
      'python',
      'release/npx',
      'rounds/any-order',
      'simulation',
      'starvation',
      'vllm/strange-servers',
    ].map((part) => `test/src/${part}`),
    env: { CGES_AT_LENGTH: '1' },
  },
  starvation: { tests: 'test/src/starvation' },
}

const [name = '', ...options] = process.argv.slice(2)
const wanted = RUNS[name]
if (wanted === undefined) {
  console.error(`usage: npm run test:with -- NAME; NAME is one of ${Object.keys(RUNS).join(', ')}`)
  process.exit(2)
}
process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
const { prepare = [], program, tests, env } = wanted
run(['.config/prepare.mjs', ...prepare])
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', '.config/vitest.config.ts'].concat(tests)
run([...(program === undefined ? vitest : [program]), ...options], env)

/** What runs gets the signals that end this one, as it is of the same group. */
function run(args, env = {}) {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (status !== 0) process.exit(status ?? 1)
}
