import type { EvaluationView } from '@cges-fleet/core'
import { exportEvaluation } from '@cges-fleet/core/addresses'
import { pathOf } from '@cges-fleet/core/contract'
import { reportAddress } from '../../addresses/evaluations'

const FILES = [
  ['CSV', 'verdicts.csv', 'one line a question and method'],
  ['Samples', 'samples.jsonl', 'one JSON line a sample, without reference answers'],
  ['Reference answers', 'gold.jsonl', 'with the grade of every answer'],
  ['lm-eval samples', 'lm-eval-samples.jsonl', 'one filter a method'],
  ['lm-eval results', 'lm-eval-results.json', 'one filter a method'],
  ['Inspect', 'inspect.json', 'an epoch is a sample'],
] as const

/** The evaluation as files that other programs read. */
export function ExportLinks({ view }: { readonly view: Pick<EvaluationView, 'id'> }) {
  return (
    <nav className="exports" aria-label="Download">
      <span className="muted">Download</span>
      <a href={reportAddress(view.id)} title="this page as one HTML file that needs no network" download>
        Report
      </a>
      {FILES.map(([name, file, about]) => (
        <a key={file} href={pathOf(exportEvaluation, { path: { id: view.id, file } })} title={about} download>
          {name}
        </a>
      ))}
    </nav>
  )
}
