import { submitEvaluation } from '@cges-fleet/core/addresses'
import { pathOf } from '@cges-fleet/core/contract'
import { Copyable } from '../frame/copyable'

const SPEC = `{"benchmark": "counter", "pool": "tiny", "methods": ["sc@16", "cges:confidence=lns-arith,gamma=0.99@16"]}`

/** What to do when there is no evaluation yet. */
export function NoEvaluations({ address }: { readonly address: string }) {
  return (
    <section className="panel notice" data-testid="empty">
      <h2>No evaluation yet</h2>
      <p>
        An evaluation runs a benchmark on a pool and compares methods on the same samples. This starts a fleet of its
        own with a demonstration, on a tiny model and without a GPU:
      </p>
      <Copyable text="npm run --silent cges -- up --demo" />
      <p>Or send one to this fleet, naming a benchmark and a pool it has; it appears here within seconds:</p>
      <Copyable
        text={`curl -X POST ${address}${pathOf(submitEvaluation)} -H 'content-type: application/json' -d '${SPEC}'`}
      />
    </section>
  )
}
