import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** A run of one test that never ends, set up as every run is. */
export default defineConfig({
  root: fileURLToPath(new URL('../../../..', import.meta.url)),
  test: {
    include: ['test/src/fleet/ended-run/hanging.ts'],
    globalSetup: 'test/src/support/global-setup.ts',
    pool: 'forks',
    testTimeout: 600_000,
    server: { deps: { external: [/\/(packages|apps)\/[^/]+\/dist\//] } },
  },
})
