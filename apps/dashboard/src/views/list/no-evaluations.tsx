import { submitEvaluation } from '@cges-fleet/core/addresses'
import { pathOf } from '@cges-fleet/core/contract'
import Link from 'next/link'
import { Copyable } from '../../ui/shell/copying'
import { AutoRetry } from '../../ui/shell/keep-fresh'

interface Props {
  readonly address: string
  /** Whether a request has to carry a key. */
  readonly signIn: boolean
  readonly mayWrite: boolean
  /** A benchmark and a pool of this fleet, to name in the first submission. */
  readonly benchmark: string | undefined
  readonly pool: string | undefined
}

const METHODS = ['sc@16', 'cges:confidence=lns-arith,gamma=0.99@16']

/** The first steps, if there is no evaluation yet: they are the whole introduction. */
export function NoEvaluations({ address, signIn, mayWrite, benchmark, pool }: Props) {
  return (
    <section className="panel notice" data-testid="empty">
      <h2>No evaluation yet</h2>
      <p>
        An evaluation asks a model every question of a benchmark several times and compares methods on the same answers:
        how accurate each is, and how many calls it saves. Three steps to the first:
      </p>
      <ol className="steps">
        <Questions benchmark={benchmark} />
        <Model pool={pool} />
        <li>
          <h3>Start it</h3>
          {mayWrite ? (
            <p>
              <Link className="button primary" href="/evaluations/new">
                New evaluation
              </Link>
            </p>
          ) : (
            <p>Your key may read, not submit: ask an admin of your team for a member’s key.</p>
          )}
          <ByRequest address={address} signIn={signIn} benchmark={benchmark} pool={pool} />
        </li>
      </ol>
      <p className="muted">Just looking? This starts a fleet of its own with a demonstration, without a GPU:</p>
      <Copyable text="npm run --silent cges -- up --demo" />
    </section>
  )
}

/** The request that starts the first, once there is what it names. */
function ByRequest({ address, signIn, benchmark, pool }: Omit<Props, 'mayWrite'>) {
  if (benchmark === undefined || pool === undefined) {
    return (
      <p className="muted">
        Once there are both questions and a model, the request that starts it stands here. <AutoRetry />
      </p>
    )
  }
  const spec = JSON.stringify({ benchmark, pool, methods: METHODS })
  const key = signIn ? ` -H "authorization: Bearer $CGES_API_KEY"` : ''
  return (
    <>
      <p>Or send it; it appears here within seconds:</p>
      <Copyable
        text={`curl -X POST ${address}${pathOf(submitEvaluation)}${key} -H 'content-type: application/json' -d '${spec}'`}
      />
    </>
  )
}

function Questions({ benchmark }: Pick<Props, 'benchmark'>) {
  return (
    <li>
      <h3>Questions</h3>
      {benchmark === undefined ? (
        <>
          <p>There are none yet. This brings those of a public dataset:</p>
          <Copyable text="npm run --silent cges -- benchmark import gsm8k" />
        </>
      ) : (
        <p>
          Benchmark <strong>{benchmark}</strong> is here.
        </p>
      )}
    </li>
  )
}

function Model({ pool }: Pick<Props, 'pool'>) {
  return (
    <li>
      <h3>A model</h3>
      {pool === undefined ? (
        <p>No worker has come up yet: start one beside a vLLM server, with POOL set to a name.</p>
      ) : (
        <p>
          Pool <strong>{pool}</strong> is here.
        </p>
      )}
    </li>
  )
}
