// Asks the registry for known vulnerabilities of what is shipped, and fails where one is high or critical. A registry
// that does not answer, as without a network, is said and fails nothing.
import { spawnSync } from 'node:child_process'
import { PNPM } from './pnpm.mjs'

const audit = spawnSync('npx', ['-y', PNPM, 'audit', '--prod', '--audit-level', 'high', '--json'], {
  encoding: 'utf8',
  timeout: 120_000,
})
const report = parsed(audit.stdout)
if (report?.advisories === undefined) {
  console.log('Dependencies not audited: the registry did not answer.')
} else {
  const grave = Object.values(report.advisories).filter(({ severity }) => ['high', 'critical'].includes(severity))
  for (const { module_name: name, severity, title, url } of grave)
    console.error(`${name}: ${severity}: ${title} ${url}`)
  if (grave.length > 0) process.exit(1)
  console.log('Dependencies audited: no high or critical advisory.')
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
