import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import type { ChaosResult } from '../chaos-options.js'
import { runChaos } from '../run-chaos.js'
import { mutatedCopy } from './mutated-copy.js'
import type { Mutation } from './mutation.js'
import { type TrialName, TRIALS } from './trials.js'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

/** A mutated fleet that does not finish even without faults is abandoned after this long. */
const UNDISTURBED_MS = 60_000

/** What a run of a fleet found: why it did not pass, empty if it did. */
export type Findings = readonly string[]

/** On a machine that is too slow, the absence of findings proves nothing. */
function findingsOf({ failures, starved }: ChaosResult): Findings {
  if (failures.length === 0 && starved !== null) throw new Error(starved)
  return failures
}

/** Runs a trial on an unmodified copy of the fleet: it must pass, or its verdict on a mutated one means nothing. */
export async function runControl(trial: TrialName): Promise<Findings> {
  const copy = mutatedCopy([])
  try {
    return findingsOf(await runChaos({ ...TRIALS[trial], root: copy.root, undisturbedMs: UNDISTURBED_MS }))
  } finally {
    copy.remove()
  }
}

/** Removes a guard and returns what noticed. */
export async function judgeMutation(mutation: Mutation): Promise<Findings> {
  const copy = mutatedCopy(mutation.patches)
  try {
    if ('test' in mutation) return await runTest(copy.root, mutation.test)
    const options = { ...TRIALS[mutation.trial], root: copy.root, undisturbedMs: UNDISTURBED_MS }
    const { sql } = mutation
    return findingsOf(await runChaos(sql === undefined ? options : { ...options, sql }))
  } finally {
    copy.remove()
  }
}

async function runTest(root: string, test: string): Promise<Findings> {
  for (const piece of ['.config', 'package.json', 'test/src', 'test/package.json', 'test/node_modules', 'k8s']) {
    cpSync(join(ROOT, piece), join(root, piece), { recursive: true, verbatimSymlinks: true })
  }
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
  const args = [vitest, 'run', '--config', '.config/vitest.config.ts', '--reporter', 'dot', test]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  await once(child, 'exit')
  if (child.exitCode === 0) return []
  const failed = /FAIL .* > .*/.exec(stripVTControlCharacters(said))?.[0]
  // A test that could not even start has caught nothing.
  if (failed === undefined) throw new Error(`${test} did not run: ${said.slice(-2000)}`)
  return [failed]
}
