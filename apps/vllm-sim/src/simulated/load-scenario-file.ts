import { readFile } from 'node:fs/promises'
import { ScenarioQuestion } from '@cges-fleet/formats'
import { z } from 'zod'

/** Loads scenario questions from a JSON array or from one JSON object a line; the error says what is wrong. */
export async function loadScenarioFile(path: string): Promise<ScenarioQuestion[]> {
  const text = (await readFile(path, 'utf8')).trim()
  try {
    const json = text.startsWith('[') ? text : `[${text.split(/\r?\n/).filter(Boolean).join(',')}]`
    return z.array(ScenarioQuestion).min(1).parse(JSON.parse(json))
  } catch (error) {
    const problem = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    throw new Error(`${path} is no scenario: ${problem}`, { cause: error })
  }
}
