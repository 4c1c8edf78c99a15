import { z } from 'zod'
import { FaultRule } from './fault.js'

/** Parses fault rules from JSON; the error says what is wrong with them. */
export function parseFaultRules(json: string | undefined): FaultRule[] {
  if (json === undefined) return []
  try {
    return z.array(FaultRule).parse(JSON.parse(json))
  } catch (error) {
    const problem = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    throw new Error(`FAULTS must be a JSON list of fault rules: ${problem}`, { cause: error })
  }
}
