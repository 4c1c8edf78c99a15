import type { EvaluationView } from '@cges-fleet/core'
import { useZone } from '../frame/zone-scope'
import { provenanceFacts } from './provenance-facts'

/** Everything needed to repeat or cite an evaluation. */
export function ProvenanceBody({ view }: { readonly view: EvaluationView }) {
  const zone = useZone()
  return (
    <>
      <dl className="facts">
        {provenanceFacts(view, zone).map(([name, value]) => (
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
    </>
  )
}
