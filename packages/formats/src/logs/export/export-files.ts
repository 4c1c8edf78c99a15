import type { EvaluationView, ExportFile } from '@cges-fleet/core'

/** The formats an evaluation can be exported in, each with its files. */
export const EXPORT_FORMATS = {
  csv: ['verdicts.csv'],
  jsonl: ['samples.jsonl', 'gold.jsonl'],
  'lm-eval': ['lm-eval-results.json', 'lm-eval-samples.jsonl'],
  inspect: ['inspect.json'],
  nemo: ['nemo-results.jsonl'],
} as const satisfies Readonly<Record<string, readonly ExportFile[]>>
export type ExportFormat = keyof typeof EXPORT_FORMATS

/** Returns the path at which the program an exported file is for looks for it. */
export function exportPath(file: ExportFile, view: EvaluationView): string {
  const date = (view.finishedAt ?? view.at).replaceAll(':', '-')
  const model = view.pool.model.replaceAll(/[^A-Za-z0-9._-]+/gu, '__')
  switch (file) {
    case 'lm-eval-samples.jsonl':
      return `${model}/samples_${view.benchmark.name}_${date}.jsonl`
    case 'lm-eval-results.json':
      return `${model}/results_${date}.json`
    case 'inspect.json':
      return `${date}_${view.benchmark.name}_${view.id.slice(0, 8)}.json`
    case 'nemo-results.jsonl':
      return 'results.jsonl'
    case 'verdicts.csv':
    case 'samples.jsonl':
    case 'gold.jsonl':
      return file
  }
}
