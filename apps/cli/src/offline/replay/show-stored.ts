import type { AnswerKind } from '@cges-fleet/answers'
import { SAMPLES_WANTED } from '../../logs/log-format-of.js'
import { columns, percent } from '../../report/format.js'
import { markLine } from '../../report/provenance-mark.js'
import { UsageError } from '../../usage-error.js'
import { type StoredVerdicts, storedVerdicts } from './stored-verdicts.js'

/** Shows an exported file of verdicts, and whether it has its evaluation's digest; runs no method on it. */
export function showStored(
  file: string,
  files: readonly string[],
  flags: { readonly methods?: readonly string[]; readonly kind?: AnswerKind; readonly json?: boolean },
): void {
  if (files.length > 1) throw new UsageError(`${file} holds verdicts: read it on its own`)
  if (flags.methods !== undefined) throw new UsageError(`${file} holds verdicts and no samples: ${SAMPLES_WANTED}`)
  const stored = storedVerdicts(file)
  if (flags.kind !== undefined && flags.kind !== stored.kind) {
    throw new UsageError(`--kind ${flags.kind} contradicts the data, which say kind ${stored.kind}: leave --kind out`)
  }
  if (flags.json === true) {
    console.log(JSON.stringify(stored, null, 2))
    return
  }
  console.error('verdicts as the evaluation gave them: nothing is decided again')
  console.error(digestLineOf(stored))
  const rows = stored.methods.map(({ method, trials, accuracy, calls }) => [
    method,
    percent(accuracy),
    calls.toFixed(2),
    String(trials),
  ])
  const mark = markLine(stored.provenance)
  if (mark !== null) console.log(mark)
  console.log(columns([['method', 'accuracy', 'calls', 'trials'], ...rows]).join('\n'))
}

function digestLineOf({ digest, counted, isVerified }: StoredVerdicts): string {
  if (digest === null) return 'no digest to verify: the evaluation was not done when it was exported'
  if (isVerified) return `digest ${digest.slice(0, 12)}… verified: the same verdicts as the evaluation’s`
  return `digest ${counted.slice(0, 12)}… is not the evaluation’s ${digest.slice(0, 12)}…: rows of it were changed, or are missing`
}
