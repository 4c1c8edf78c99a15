import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const results = process.env['CGES_TEST_RESULTS']

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'test/src/**/*.test.ts'],
    globalSetup: 'test/src/support/global-setup.ts',
    testTimeout: 180_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
    pool: 'forks',
    reporters: ['default', ...(results === undefined ? [] : ['json'])],
    ...(results === undefined ? {} : { outputFile: { json: results } }),
  },
})
