// Writes the software bill of materials to stdout, every shipped package with its version and licence: CycloneDX.
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
