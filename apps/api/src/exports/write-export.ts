import { createHash } from 'node:crypto'
import {
  type EvaluationView,
  type ExportedTrial,
  type ExportFile,
  goldLine,
  inspectEarlyStops,
  inspectEnd,
  inspectHead,
  inspectResultsHead,
  inspectSamples,
  lmEvalResults,
  lmEvalRows,
  nemoResultLine,
  sampleLines,
  verdictLines,
  verdictsHead,
} from '@cges-fleet/core'

export interface ExportSource {
  readonly view: EvaluationView
  /** Whose verdicts a file shows that holds one method's. */
  readonly methodKey: string
  /** All trials in order, page by page; without their texts where nobody needs them. */
  trials(texts: boolean): AsyncIterable<ExportedTrial>
}

/** Writes an exported file piece by piece, in the memory of one page of trials. */
export async function* writeExport(
  file: ExportFile,
  { view, methodKey, trials }: ExportSource,
): AsyncGenerator<string> {
  switch (file) {
    case 'lm-eval-results.json':
      yield lmEvalResults(view)
      return
    case 'lm-eval-samples.jsonl':
      return yield* each(trials(true), (trial) => lmEvalRows(view, trial, sha256))
    case 'samples.jsonl':
      return yield* each(trials(true), (trial) => sampleLines(view, trial, sha256))
    case 'gold.jsonl':
      return yield* each(trials(false), goldLine)
    case 'nemo-results.jsonl':
      return yield* each(trials(true), (trial) => nemoResultLine(trial, methodKey))
    case 'verdicts.csv':
      yield verdictsHead()
      return yield* each(trials(false), verdictLines)
    case 'inspect.json':
      yield inspectHead(view)
      yield* listed(trials(true), (trial) => inspectSamples(view, trial))
      yield inspectResultsHead(view)
      yield* listed(trials(false), inspectEarlyStops)
      yield inspectEnd()
  }
}

async function* each(trials: AsyncIterable<ExportedTrial>, write: (trial: ExportedTrial) => string) {
  for await (const trial of trials) yield write(trial)
}

/** Elements of a JSON array, with commas between them. */
async function* listed(trials: AsyncIterable<ExportedTrial>, write: (trial: ExportedTrial) => string[]) {
  let first = true
  for await (const trial of trials) {
    for (const element of write(trial)) {
      yield first ? element : `,${element}`
      first = false
    }
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
