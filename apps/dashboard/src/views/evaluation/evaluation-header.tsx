'use client'

import type { EvaluationView, SampleReadings } from '@cges-fleet/core'
import { countedOf } from '@cges-fleet/core/counted'
import { statusWords } from '@cges-fleet/core/status-words'
import Link from 'next/link'
import { useState } from 'react'
import { suiteAddress } from '../../addresses/comparisons'
import { poolAddress } from '../../addresses/pools'
import { QuestionsLink } from '../../addresses/questions-link'
import { ActionMenu } from './action-menu'
import { Background, Notes } from './notes'
import { useNow } from '../../live/clock'
import type { FeedState } from '../../live/evaluation-feed'
import { freshnessOf } from '../../live/feed-steps'
import { Status } from '../../ui/format/marks'
import { formatCount, formatProgress } from '../../ui/format/numbers'
import { formatInstant } from '../../ui/format/times'
import { useZone } from '../../ui/preferences/zone-scope'
import { ProvenanceBadge } from '../../ui/provenance/provenance-badge'
import { useKeys } from '../../ui/shell/keys'
import { Share } from '../../ui/shell/share'

interface Props {
  readonly state: FeedState
  /** Null until they are there. */
  readonly readings: SampleReadings | null
  readonly toggleHold: () => void
  readonly onChanged: () => Promise<void>
  readonly mayWrite: boolean
}

/** The evaluation's name, status and progress, what can be done with it, and what to know before reading its numbers. */
export function EvaluationHeader({ state, readings, toggleHold, onChanged, mayWrite }: Props) {
  const { view } = state
  return (
    <header className="evaluation-header">
      <div className="header-row">
        <div className="header-words">
          <div className="title-row">
            <h1>{view.name}</h1>
            <Status of={view} />
            <Milestones view={view} />
            <ProvenanceBadge {...view} />
            <Background view={view} />
          </div>
          <Subtitle view={view} />
        </div>
        <span className="action-slot">
          <FreshnessBadge state={state} toggleHold={toggleHold} />
          {mayWrite ? null : <ReadOnly />}
          {mayWrite ? (
            <>
              <Share target={{ kind: 'evaluation', evaluation: view.id }} />
              <Link className="button" href={`/evaluations/new?clone=${encodeURIComponent(view.id)}`} prefetch={false}>
                Rerun
              </Link>
            </>
          ) : null}
          <ActionMenu view={view} onChanged={onChanged} mayWrite={mayWrite} />
        </span>
      </div>
      <Notes view={view} readings={readings} />
    </header>
  )
}

/** Why there is nothing to press: what a key allows is the same on every page that its owner opens. */
function ReadOnly() {
  return (
    <span className="muted" title="Your key can read this, but not change it." data-testid="read-only">
      read-only
    </span>
  )
}

/** Where it belongs, the benchmark, the model, the pool, and how many questions are finished. */
function Subtitle({
  view: { id, suite, benchmark, pool, source, priority, trials },
}: {
  readonly view: EvaluationView
}) {
  return (
    <div className="subtitle">
      <nav className="crumbs" aria-label="Breadcrumb">
        <Link href="/evaluations">Evaluations</Link>
        {suite === null ? null : (
          <>
            {' '}
            / <Link href={suiteAddress({ suite })}>suite {suite}</Link>
          </>
        )}
      </nav>
      <span>
        {benchmark.title} · {pool.model}{' '}
        {source === null ? (
          <span className="muted">
            in pool{' '}
            <Link href={poolAddress(pool.name, '1h')} prefetch={false}>
              {pool.name}
            </Link>
            {priority === 'normal' ? null : `, ${priority} priority`}
          </span>
        ) : null}
      </span>
      <HeaderProgress id={id} trials={trials} />
    </div>
  )
}

function HeaderProgress({ id, trials }: Pick<EvaluationView, 'id' | 'trials'>) {
  return (
    <span className="header-progress">
      <span data-testid="closed">
        <QuestionsLink id={id} of={{}}>
          {formatCount(trials.closed)} / {formatCount(trials.total)}
        </QuestionsLink>{' '}
        {formatProgress(trials.closed, trials.total)}
      </span>
      <span className="progress-bar" aria-hidden="true">
        <span className="progress-closed" style={{ width: shareOf(trials.closed, trials.total) }} />
        <span className="progress-blocked" style={{ width: shareOf(trials.blocked, trials.total) }} />
      </span>
    </span>
  )
}

function shareOf(count: number, total: number): string {
  return `${total === 0 ? 0 : (100 * count) / total}%`
}

interface FreshnessBadgeProps {
  readonly state: FeedState
  readonly toggleHold: () => void
}

/** How old the numbers on screen can be, with a button to hold them; without scripts, when they were loaded. */
function FreshnessBadge({ state: { view, connection, confirmedAt }, toggleHold }: FreshnessBadgeProps) {
  const now = useNow(1_000)
  const moves = connection !== 'final'
  useKeys(moves ? { p: toggleHold } : {})
  const readAt = formatInstant(view.at, useZone())
  const ageMs = now === null || confirmedAt === null ? null : Math.max(0, now - confirmedAt)
  const { tone, text } =
    now === null && moves
      ? { tone: 'waiting', text: `as of ${readAt}` }
      : freshnessOf({ status: view.status, connection, ageMs })
  const shown = { className: `freshness freshness-${tone}`, 'data-testid': 'freshness' }
  if (!moves || now === null)
    return (
      <span {...shown} title={`Read at ${readAt}`}>
        {text}
      </span>
    )
  const held = connection === 'held'
  return (
    <button
      {...shown}
      type="button"
      aria-pressed={held}
      aria-keyshortcuts="p"
      title={`Read at ${readAt}. ${held ? 'Press to go on with the newest numbers' : 'Press to hold the numbers still'} (p)`}
      onClick={toggleHold}
    >
      {text}
    </button>
  )
}

/**
 * Announces each quarter reached, and the end, to screen readers; nothing that was already so when the page was opened.
 */
function Milestones({ view }: { readonly view: EvaluationView }) {
  const milestone = milestoneOf(view)
  const [first] = useState(milestone)
  return (
    <span role="status" className="sr-only" data-testid="milestone">
      {milestone === first ? '' : milestone}
    </span>
  )
}

const QUARTERS = [0.25, 0.5, 0.75, 1]

/** Describes an evaluation's progress in the few steps worth announcing unasked: each quarter, and how it ended. */
export function milestoneOf(view: EvaluationView): string {
  const { closed, total, blocked } = view.trials
  if (view.status !== 'running') return `${statusWords(view)}: ${countedOf(closed, total, 'question')} finished.`
  const reached = QUARTERS.findLast((share) => total > 0 && closed + blocked >= share * total)
  return reached === undefined ? '' : `${100 * reached}% of the questions are finished.`
}
