import type { EvaluationView } from '@cges-fleet/core'
import { provenanceFacts } from './provenance-facts'

/** Where the numbers come from: all that is needed to repeat or cite them. */
export function Provenance({ view }: { readonly view: EvaluationView }) {
  return (
    <details className="panel provenance" data-testid="provenance-details">
      <summary>
        <h2>Provenance</h2>
        <span className="muted">
          {view.source === null
            ? `seed ${view.seed} · temperature ${view.sampling.temperature} · top-p ${view.sampling.topP}`
            : `imported from ${view.source.format}`}{' '}
          · revision {view.benchmark.revision.slice(0, 12)}
        </span>
      </summary>
      <dl className="facts">
        {provenanceFacts(view).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3>Methods as they were run</h3>
      <ul className="keys">
        {view.methods.map(({ key }) => (
          <li key={key}>
            <code>{key}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}
