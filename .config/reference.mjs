// Writes the reference pages of docs/ and the JSON Schemas of YAML files from the schemas that read them. --check writes
// nothing and fails where a file is not what it would write.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { evaluationReference } from './reference/evaluation-reference.mjs'
import { metricsReference } from './reference/metrics-reference.mjs'
import { settingsReference } from './reference/settings-reference.mjs'
import { webhookReference } from './reference/webhook-reference.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const files = { ...evaluationReference(), ...settingsReference(), ...metricsReference(), ...webhookReference() }
const stale = Object.entries(files).filter(([path, text]) => read(path) !== text)
if (process.argv.includes('--check')) {
  for (const [path] of stale) console.error(`${path} is not what the code says: npm run reference`)
  process.exit(stale.length === 0 ? 0 : 1)
}
for (const [path, text] of stale) {
  writeFileSync(join(ROOT, path), text)
  console.log(`${path} written`)
}

function read(path) {
  const file = join(ROOT, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}
