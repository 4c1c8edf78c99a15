// Writes the bill of materials of what is shipped, every package with its version and licence, to stdout: CycloneDX.
import { spawnSync } from 'node:child_process'
import { PNPM } from './pnpm.mjs'

const asked = [
  '-y',
  '--prefer-offline',
  PNPM,
  'sbom',
  '--prod',
  '--sbom-format',
  'cyclonedx',
  '--sbom-type',
  'application',
]
const { status, error } = spawnSync('npx', asked, { stdio: ['ignore', 'inherit', 'inherit'] })
if (error !== undefined) console.error(error.message)
process.exit(status ?? 1)
