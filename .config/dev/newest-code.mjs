import { statSync } from 'node:fs'
import { join } from 'node:path'
import { foldersBelow } from './folders-below.mjs'

/** Returns when the compiled code that processes run was last written, in ms; tests do not count. */
export function newestCode() {
  const code = foldersBelow('dist').flatMap(({ folder, files }) =>
    files.filter((name) => /(?<!\.test)\.js$/.test(name)).map((name) => join(folder, name)),
  )
  return Math.max(0, ...code.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0))
}
