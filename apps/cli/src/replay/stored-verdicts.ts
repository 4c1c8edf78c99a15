import { createHash } from 'node:crypto'
import { AnswerKind } from '@cges-fleet/answers'
import { digestLine, issueText, Provenance, schemaProblems } from '@cges-fleet/core'
import { parseCsvText, SAMPLES_WANTED } from '@cges-fleet/formats'
import { STOP_REASONS } from '@cges-fleet/methods'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { UsageError } from '../errors.js'
import { readTextFile } from '../files/text-files.js'
import { columns, markLine, percent } from '../shell/format.js'

/** Shows an exported file of verdicts, and whether it has its evaluation's digest; runs no method on it. */
export function showStored(
  file: string,
  files: readonly string[],
  flags: { readonly methods?: readonly string[]; readonly kind?: AnswerKind; readonly json?: boolean },
): void {
  if (files.length > 1) throw new UsageError(`${file} holds verdicts: read it on its own`)
  if (flags.methods !== undefined) throw new UsageError(`${file} holds verdicts but no samples: ${SAMPLES_WANTED}`)
  const stored = storedVerdicts(file)
  if (flags.kind !== undefined && flags.kind !== stored.kind) {
    throw new UsageError(`--kind ${flags.kind} contradicts the data, which say kind ${stored.kind}: leave --kind out`)
  }
  if (flags.json === true) {
    console.log(JSON.stringify(stored, null, 2))
    return
  }
  console.error('these are the evaluation’s own verdicts; nothing was decided again')
  console.error(digestLineOf(stored))
  const rows = stored.methods.map(({ method, trials, accuracy, calls }) => [
    method,
    percent(accuracy),
    calls.toFixed(2),
    String(trials),
  ])
  const mark = markLine(stored.provenance)
  if (mark !== null) console.log(mark)
  console.log(columns([['method', 'accuracy', 'calls', 'questions'], ...rows]).join('\n'))
}

function digestLineOf({ digest, counted, isVerified }: StoredVerdicts): string {
  if (digest === null) return 'no digest to verify: the evaluation was not done when it was exported'
  if (isVerified) return `digest ${digest.slice(0, 12)}… verified: the same verdicts as the evaluation’s`
  return `digest ${counted.slice(0, 12)}… is not the evaluation’s ${digest.slice(0, 12)}…: rows of it were changed, or are missing`
}

/** One method's figures in a file of verdicts. */
interface StoredMethod {
  readonly method: string
  readonly trials: number
  readonly accuracy: number
  readonly calls: number
}

/** An evaluation's exported verdicts; nothing is decided again. */
interface StoredVerdicts {
  readonly kind: AnswerKind
  /** Null in files older than this field. */
  readonly provenance: Provenance | null
  readonly digest: string | null
  readonly counted: string
  readonly isVerified: boolean
  readonly methods: readonly StoredMethod[]
}

const Row = z.object({
  question_id: z.string(),
  replicate: z.coerce.number().int().min(0),
  method: z.string(),
  calls: z.coerce.number().int().min(0),
  answer: z.string().nullable(),
  correct: z.enum(['true', 'false']),
  reason: z.enum([...STOP_REASONS, 'undecided']),
  kind: AnswerKind,
  digest: z.string().nullable(),
  provenance: Provenance.nullable().default(null),
})

/** Parses `verdicts.csv` of an export and recomputes the digest of its verdicts; an error names the malformed line. */
function storedVerdicts(file: string): StoredVerdicts {
  const rows = rowsOf(file)
  const [first] = rows
  if (first === undefined) throw new UsageError(`${file}: it contains no verdicts`)
  const lines = rows.map(({ question_id: questionId, replicate, method: methodKey, calls, answer, reason }) =>
    digestLine({ questionId, replicate, methodKey, calls, answerKey: answer, reason }),
  )
  const sorted = lines.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  const counted = createHash('sha256').update(sorted.join('')).digest('hex')
  const { digest, kind, provenance } = first
  const methods = [...new Set(rows.map(({ method }) => method))].map((method) => summaryOf(method, rows))
  return { kind, provenance, digest, counted, isVerified: counted === digest, methods }
}

function summaryOf(method: string, rows: readonly z.infer<typeof Row>[]): StoredMethod {
  const ofMethod = rows.filter((row) => row.method === method)
  return {
    method,
    trials: ofMethod.length,
    accuracy: ofMethod.filter(({ correct }) => correct === 'true').length / ofMethod.length,
    calls: ofMethod.reduce((sum, { calls }) => sum + calls, 0) / ofMethod.length,
  }
}

/** An empty cell is no value; an empty text is quoted. */
function rowsOf(file: string): z.infer<typeof Row>[] {
  const records = recordsOf(file)
  return records.map((record, at) => {
    const row = Row.safeParse(record, { error: issueText })
    if (row.success) return row.data
    throw new UsageError(`${file}, line ${at + 2}: ${schemaProblems(row.error).join('; ')}`)
  })
}

function recordsOf(file: string): unknown[] {
  try {
    return parse(readTextFile(file), {
      columns: true,
      bom: true,
      cast: (text, { quoting }) => (quoting ? parseCsvText(text) : text === '' ? null : text),
    })
  } catch (cause) {
    throw new UsageError(`${file} is not CSV: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
