'use client'
import type { EvaluationView, SampleReadings } from '@cges-fleet/core'
import Link from 'next/link'
import { compareAddress, suiteAddress } from '../compare/compared-address'
import { ProvenanceBadge } from '../frame/provenance-badge'
import { Status } from '../frame/status'
import type { FeedState } from '../live/evaluation-feed'
import { poolAddress } from '../pool/pool-address'
import { ActionButtons } from './action-buttons'
import { FreshnessBadge } from './freshness-badge'
import { Milestones } from './milestones'
import { Notes } from './notes'
import { NotifyButton } from './notify-button'

interface Props {
  readonly state: FeedState
  /** Null until they are there. */
  readonly readings: SampleReadings | null
  readonly toggleHold: () => void
  readonly onChanged: () => Promise<void>
  readonly mayWrite: boolean
}

/** The evaluation's name and status, and what to know before reading its numbers. */
export function EvaluationHeader({ state, readings, toggleHold, onChanged, mayWrite }: Props) {
  const { view } = state
  return (
    <header className="evaluation-header">
      <nav className="crumbs" aria-label="Breadcrumb">
        <Link href="/evaluations">Evaluations</Link>
        {view.suite === null ? null : (
          <>
            {' '}
            / <Link href={suiteAddress({ suite: view.suite })}>suite {view.suite}</Link>
          </>
        )}
      </nav>
      <div className="title-row">
        <h1>{view.name}</h1>
        <Status status={view.status} />
        <Milestones view={view} />
        <ProvenanceBadge {...view} />
        <span className="spacer" />
        <FreshnessBadge state={state} toggleHold={toggleHold} />
        <span className="action-slot">
          <Link className="button" href={compareAddress({ evaluations: view.id })} prefetch={false}>
            Compare
          </Link>
          <NotifyButton view={view} ask={onChanged} />
          {mayWrite ? <ActionButtons view={view} onChanged={onChanged} /> : <ReadOnly />}
        </span>
      </div>
      <Subtitle view={view} />
      <Notes view={view} readings={readings} />
    </header>
  )
}

/** Why there is nothing to press: what a key allows is the same on every page that its owner opens. */
function ReadOnly() {
  return (
    <span className="muted" title="Your key may read here, and change nothing." data-testid="read-only">
      read-only
    </span>
  )
}

/** The benchmark, the model, and a link to the pool that draws it. */
function Subtitle({ view }: { readonly view: EvaluationView }) {
  return (
    <p className="subtitle">
      {view.benchmark.title} · {view.pool.model}{' '}
      {view.source === null ? (
        <span className="muted">
          in pool{' '}
          <Link href={poolAddress(view.pool.name, '1h')} prefetch={false}>
            {view.pool.name}
          </Link>
        </span>
      ) : null}
    </p>
  )
}
