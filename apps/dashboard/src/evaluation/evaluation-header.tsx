'use client'
import type { SampleReadings } from '@cges-fleet/core'
import Link from 'next/link'
import { compareAddress, suiteAddress } from '../compare/compared-address'
import { ProvenanceBadge } from '../frame/provenance-badge'
import { Status } from '../frame/status'
import type { FeedState } from '../live/evaluation-feed'
import { ActionButtons } from './action-buttons'
import { FreshnessBadge } from './freshness-badge'
import { Notes } from './notes'
import { NotifyButton } from './notify-button'

interface Props {
  readonly state: FeedState
  /** Null until they are there. */
  readonly readings: SampleReadings | null
  readonly toggleHold: () => void
  readonly onChanged: () => Promise<void>
}

/** Which evaluation this is, how it stands, and what to know before reading its numbers. */
export function EvaluationHeader({ state, readings, toggleHold, onChanged }: Props) {
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
        <span role="status">
          <Status status={view.status} />
        </span>
        <ProvenanceBadge {...view} />
        <span className="spacer" />
        <FreshnessBadge state={state} toggleHold={toggleHold} />
        <span className="action-slot">
          <Link className="button" href={compareAddress({ evaluations: view.id })} prefetch={false}>
            Compare
          </Link>
          <NotifyButton view={view} ask={onChanged} />
          <ActionButtons view={view} onChanged={onChanged} />
        </span>
      </div>
      <p className="subtitle">
        {view.benchmark.title} · {view.pool.model}{' '}
        {view.source === null ? <span className="muted">in pool {view.pool.name}</span> : null}
      </p>
      <Notes view={view} readings={readings} />
    </header>
  )
}
