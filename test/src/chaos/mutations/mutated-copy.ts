import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const PARTS = ['api', 'coordinator', 'worker']
  .map((app) => `apps/${app}`)
  .concat(readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}`))
  .filter((part) => existsSync(join(ROOT, part, 'package.json')))

/** A text in the compiled code and its replacement; the text must occur exactly once. */
export interface Patch {
  /** Relative to the root, such as `packages/db/dist/worker/claims.js`. */
  readonly file: string
  readonly find: string
  readonly instead: string
}

export interface MutatedCopy {
  /** The root from which its processes can be started, ending in a slash. */
  readonly root: string
  remove(): void
}

/**
 * Copies the compiled fleet and removes a guard from the copy; throws if the code is no longer as the patch expects.
 */
export function mutatedCopy(patches: readonly Patch[]): MutatedCopy {
  const files = patchedFiles(patches)
  const folder = mkdtempSync(join(tmpdir(), 'cges-mutant-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    for (const part of PARTS) {
      for (const piece of ['dist', 'package.json', 'node_modules']) {
        cpSync(join(ROOT, part, piece), join(folder, part, piece), { recursive: true, verbatimSymlinks: true })
      }
    }
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    for (const [file, text] of files) writeFileSync(join(folder, file), text)
  } catch (error) {
    remove()
    throw error
  }
  return { root: `${folder}/`, remove }
}

/** The files that patches change, with their new text; throws if the code is no longer as a patch expects. */
export function patchedFiles(patches: readonly Patch[]): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  for (const { file, find, instead } of patches) {
    const text = files.get(file) ?? readFileSync(join(ROOT, file), 'utf8')
    const times = text.split(find).length - 1
    if (times !== 1) throw new Error(`${file} holds ${times} times what a mutation takes out once: ${find}`)
    files.set(
      file,
      text.replace(find, () => instead),
    )
  }
  return files
}
