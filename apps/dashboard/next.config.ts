import { fileURLToPath } from 'node:url'
import type { NextConfig } from 'next'

const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url))

const config: NextConfig = {
  output: 'standalone',
  outputFileTracingRoot: repositoryRoot,
  turbopack: { root: repositoryRoot },
  poweredByHeader: false,
  reactStrictMode: true,
  agentRules: false,
  // `npm run check` checks the types.
  typescript: { ignoreBuildErrors: true },
}

export default config
