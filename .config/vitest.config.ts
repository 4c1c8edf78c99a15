import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LeftOutReporter } from './left-out-reporter.js'
import { memoryFolder } from './memory-folder.js'
import { filesOf, type Tier } from './test-tiers.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const results = process.env['CGES_TEST_RESULTS']
/** `npm test` sets first, `npm run test:rest` rest; without it, files are chosen by their names on the command line. */
const tier = process.env['CGES_TESTS'] as Tier | undefined
const memory = memoryFolder()
if (memory !== null) process.env['TMPDIR'] ??= memory

/**
 * Beside what they test, though they need the stores, start processes, wait for servers or sweep so many cases that nobody waits for
 * them.
 */
const HEAVY = [
  'apps/cli/src/logs/text-size.test.ts',
  'apps/cli/src/research/reproduce.test.ts',
  'apps/research/src/coverage/coverage.test.ts',
  'apps/research/src/profile/profile.test.ts',
  'apps/vllm-sim/src/endpoints.test.ts',
  'apps/vllm-sim/src/faults/faults.test.ts',
  'apps/vllm-sim/src/full-cache.test.ts',
  'apps/vllm-sim/src/main.test.ts',
  'apps/vllm-sim/src/simulated/profiled-character.test.ts',
  'apps/vllm-sim/src/start-simulator.test.ts',
  'apps/worker/src/model-server/draw-sample-faults.test.ts',
  'apps/worker/src/model-server/long-answer.test.ts',
  'apps/worker/src/model-server/model-server.test.ts',
  'apps/worker/src/calls/abandoned-calls.test.ts',
  'apps/worker/src/calls/drawing-contexts.test.ts',
  'apps/worker/src/calls/held-leases.test.ts',
  'apps/worker/src/calls/retries.test.ts',
  'packages/answers/src/pairs/key-laws.test.ts',
  'packages/answers/src/pairs/number-laws.test.ts',
  'packages/db/src/process/end-process.test.ts',
  'apps/research/src/guarantees/guarantees.test.ts',
  'packages/methods/src/rules/beacon.test.ts',
  'packages/statistics/src/evaluation/evaluation-statistics.test.ts',
  'packages/statistics/src/sign-flip-test.test.ts',
  'packages/tiny-llama/src/batch.test.ts',
]

const SETUP = 'test/src/support/global-setup.ts'

export default defineConfig({
  root: ROOT,
  // The dashboard leaves JSX to its framework; its tests run without it.
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    testTimeout: 600_000,
    hookTimeout: 300_000,
    // A second, the default, is not long on a machine that is busy; 20 looks a second keep it so.
    expect: { poll: { timeout: 60_000, interval: 200 } },
    // A failure on another machine is known by its message alone: whole values, not their first 40 letters.
    chaiConfig: { truncateThreshold: 4000 },
    // Tests that start processes wait for them half of their time; those of whole fleets wait less.
    maxWorkers: Math.max(2, Math.floor((tier === 'rest' ? 1.5 : 2) * availableParallelism())),
    pool: 'forks',
    // Compiled already: Node loads it as it is.
    server: { deps: { external: [/\/(packages|apps)\/[^/]+\/dist\//] } },
    reporters: [
      'default',
      ...(results === undefined ? [] : ['json']),
      ...(tier === undefined ? [] : [new LeftOutReporter(ROOT, tier)]),
    ],
    env: { CGES_TESTS: tier ?? '' },
    ...(results === undefined ? {} : { outputFile: { json: results } }),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: tier === 'rest' ? [] : ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts'],
          exclude: HEAVY,
          // What files share, environment and console, they put back; a process for each would cost more than the tests.
          isolate: false,
        },
      },
      // The files of one process share what they import: loading it anew took longer than many of them.
      {
        extends: true,
        test: { name: 'integration', ...filesOf('integration', HEAVY, tier), isolate: false, globalSetup: SETUP },
      },
      {
        extends: true,
        // The files of one process share a Chromium and a dashboard.
        test: { name: 'browser', ...filesOf('browser', HEAVY, tier), isolate: false, globalSetup: SETUP },
      },
      {
        extends: true,
        test: { name: 'system', ...filesOf('system', HEAVY, tier), isolate: false, globalSetup: SETUP },
      },
    ],
  },
})
