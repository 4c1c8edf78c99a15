import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { ModelProfile } from '@cges-fleet/statistics'
import { z } from 'zod'

const OURS = fileURLToPath(new URL('../../profiles', import.meta.url))

/** Loads a profile of ours by name, or one from a file; the error says what is wrong. */
export async function loadProfile(nameOrFile: string): Promise<ModelProfile> {
  const ours = `${OURS}/${nameOrFile}.json`
  const path = /^[\w-]+$/.test(nameOrFile) && existsSync(ours) ? ours : nameOrFile
  try {
    return ModelProfile.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    const known = (await readdir(OURS)).map((name) => name.replace(/\.json$/, '')).join(', ')
    const problem = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    throw new Error(`PROFILE must be one of ${known}, or a file with a profile: ${problem}`, { cause: error })
  }
}
