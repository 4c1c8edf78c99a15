import { renderPrompt } from '../../benchmarks/render-prompt.js'
import type { ExportedTrial } from './exported-trial.js'

/** The prompt of an exported trial; null if its question is withheld. */
export function promptOf(trial: ExportedTrial): string | null {
  const { question, choices } = trial
  if (question === null) return null
  return renderPrompt(trial, { question, ...(choices === null ? {} : { choices }) })
}
