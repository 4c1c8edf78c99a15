// Asks the registry for known vulnerabilities in what is shipped, and fails on any that is high or critical. If the
// registry gives no answer, as without a network or behind a mirror that serves no audits, nothing is known: a release
// (CGES_RELEASE=1) then fails, and anything else only prints a notice. AUDIT_REGISTRY names another registry to ask.
import { spawnSync } from 'node:child_process'
import { PNPM } from './pnpm.mjs'

const { AUDIT_REGISTRY, CGES_RELEASE } = process.env
const asked = ['-y', '--prefer-offline', PNPM, 'audit', '--prod', '--audit-level', 'high', '--json']
const registry = AUDIT_REGISTRY === undefined ? [] : [`--registry=${AUDIT_REGISTRY}`]
const audit = spawnSync('npx', [...asked, ...registry], { encoding: 'utf8', timeout: 120_000 })
const report = parsed(audit.stdout)
const audited = report?.metadata?.totalDependencies ?? 0
if (report?.advisories === undefined || audited === 0) silent(reason())
const grave = Object.values(report.advisories).filter(({ severity }) => ['high', 'critical'].includes(severity))
for (const { module_name: name, severity, title, url } of grave) console.error(`${name}: ${severity}: ${title} ${url}`)
if (grave.length > 0) process.exit(1)
console.log(`Dependencies audited: ${audited}, no high or critical advisory.`)

function silent(why) {
  console.error(`DEPENDENCIES NOT AUDITED: the registry said nothing of them (${why}).`)
  if (!['1', 'true'].includes(CGES_RELEASE)) {
    console.error('This passes here and fails a release: npm run release:check.')
    process.exit(0)
  }
  console.error('A release needs the audit: reach the registry, or set AUDIT_REGISTRY to one that answers audits.')
  process.exit(1)
}

/** The package manager's error, on one line. */
function reason() {
  if (audit.error !== undefined) return audit.error.message
  const said = `${audit.stdout}\n${audit.stderr}`.split('\n').filter((line) => !/^npm warn|^\s*$/.test(line))
  const told = said.map((line) => line.replace(/^[\s│×]+/u, '')).join(' ')
  return told.slice(0, 300) || `status ${audit.status}`
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
