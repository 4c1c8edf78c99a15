import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const PARTS = ['apps/api', 'apps/coordinator', 'apps/worker', 'packages/core', 'packages/db', 'packages/queue']

/** One text in the compiled code and what stands there instead; it must be there exactly once. */
export interface Patch {
  /** From the root, such as `packages/db/dist/store/claim-sample.js`. */
  readonly file: string
  readonly find: string
  readonly instead: string
}

export interface MutatedCopy {
  /** Where its processes can be started from, ending in a slash. */
  readonly root: string
  remove(): void
}

/** Copies the compiled fleet and takes a guard out of the copy; throws where the code no longer reads as the patch expects. */
export function mutatedCopy(patches: readonly Patch[]): MutatedCopy {
  const folder = mkdtempSync(join(tmpdir(), 'cges-mutant-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    for (const part of PARTS) {
      for (const piece of ['dist', 'package.json', 'node_modules']) {
        cpSync(join(ROOT, part, piece), join(folder, part, piece), { recursive: true, verbatimSymlinks: true })
      }
    }
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    for (const patch of patches) apply(folder, patch)
  } catch (error) {
    remove()
    throw error
  }
  return { root: `${folder}/`, remove }
}

function apply(folder: string, { file, find, instead }: Patch): void {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  const times = text.split(find).length - 1
  if (times !== 1) throw new Error(`${file} holds ${times} times what a mutation takes out once: ${find}`)
  writeFileSync(
    path,
    text.replace(find, () => instead),
  )
}
