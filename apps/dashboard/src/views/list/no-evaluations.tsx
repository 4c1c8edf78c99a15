import { submitEvaluation } from '@cges-fleet/core/addresses'
import { pathOf } from '@cges-fleet/core/contract'
import Link from 'next/link'
import { OWN_QUESTIONS_PATH } from '../../addresses/evaluations'
import { NEW_TEAM_PATH } from '../../addresses/settings'
import { DropDoor, DropRoom } from '../../ui/files/drop-door'
import { LOGS, TABLES } from '../../ui/files/endings'
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
    <DropRoom to={mayWrite ? OWN_QUESTIONS_PATH : null}>
      <h2>No evaluation yet</h2>
      <p>
        An evaluation samples a model many times per question and compares methods on the same answers: how accurate
        each is, and how many calls it saves.
      </p>
      {mayWrite ? null : <p>Your key may only read. Ask an admin of your team for a member’s key to start one.</p>}
      {mayWrite ? <Doors /> : null}
      <details>
        <summary>A benchmark and a model step by step</summary>
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
            ) : null}
            <ByRequest address={address} signIn={signIn} benchmark={benchmark} pool={pool} />
          </li>
        </ol>
      </details>
    </DropRoom>
  )
}

/** Leads an administrator of a fleet that has no team but the first to the form for one. */
export function FirstTeam({ team }: { readonly team: string }) {
  return (
    <section className="panel notice" data-testid="first-team">
      <h2>Create a team of your own</h2>
      <p>
        You are in <strong>{team}</strong>, the fleet’s own first team. Evaluations, keys and costs belong to a team,
        and only its people see them.
      </p>
      <p>
        <Link className="button primary" href={NEW_TEAM_PATH}>
          Create team
        </Link>
      </p>
    </section>
  )
}

/** The three ways in. */
function Doors() {
  return (
    <ul className="doors">
      <li data-door>
        <h3>
          <Link href={OWN_QUESTIONS_PATH}>Drop questions</Link>
        </h3>
        <DropDoor
          label="File of questions"
          about="Start from your own file: JSONL, CSV, TSV or Parquet."
          accept={TABLES}
          button="Choose questions"
          to={OWN_QUESTIONS_PATH}
        />
      </li>
      <li data-door>
        <h3>
          <Link href="/evaluations/import">Drop a log</Link>
        </h3>
        <DropDoor
          label="Files of the log"
          about="You have samples already. See what stopping earlier would have saved."
          accept={LOGS}
          multiple
          button="Choose a log"
          to="/evaluations/import"
        />
      </li>
      <li data-door>
        <h3>Watch the demo</h3>
        <p>A fleet of its own on your machine, without a GPU.</p>
        <Copyable text="cges up --demo" />
      </li>
    </ul>
  )
}

/** The request that starts the first, once there is what it names. */
function ByRequest({ address, signIn, benchmark, pool }: Omit<Props, 'mayWrite'>) {
  if (benchmark === undefined || pool === undefined) {
    return (
      <p className="muted">
        Once there are questions and a model, this shows the request that starts it. <AutoRetry />
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
          <p>There are no questions yet. This imports those of a public dataset:</p>
          <Copyable text="cges benchmark import gsm8k" />
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
        <p>No worker has started yet. Start one next to a model server, with POOL set to a name.</p>
      ) : (
        <p>
          Pool <strong>{pool}</strong> is here.
        </p>
      )}
    </li>
  )
}
