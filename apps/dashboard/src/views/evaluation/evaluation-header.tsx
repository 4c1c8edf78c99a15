'use client'

import type { EvaluationView, SampleReadings } from '@cges-fleet/core'
import { countedOf } from '@cges-fleet/core/counted'
import { statusWords } from '@cges-fleet/core/status-words'
import Link from 'next/link'
import { useEffect, useRef, useState } from 'react'
import { compareAddress, suiteAddress } from '../../addresses/comparisons'
import { poolAddress } from '../../addresses/pools'
import { ActionButtons } from './action-buttons'
import { Notes } from './notes'
import { useNow } from '../../live/clock'
import type { FeedState } from '../../live/evaluation-feed'
import { freshnessOf } from '../../live/feed-steps'
import { Status } from '../../ui/format/marks'
import { formatInstant } from '../../ui/format/times'
import { store, useStored } from '../../ui/preferences/stored'
import { useZone } from '../../ui/preferences/zone-scope'
import { ProvenanceBadge } from '../../ui/provenance/provenance-badge'
import { fetchOnce } from '../../ui/shell/fetch-later'
import { useKeys } from '../../ui/shell/keys'

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
        <Status of={view} />
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
  const told = milestoneOf(view)
  const [first] = useState(told)
  return (
    <span role="status" className="sr-only" data-testid="milestone">
      {told === first ? '' : told}
    </span>
  )
}

const QUARTERS = [0.25, 0.5, 0.75, 1]

/** Describes an evaluation's progress in the few steps worth announcing unasked: each quarter, and how it ended. */
export function milestoneOf(view: EvaluationView): string {
  const { closed, total, blocked } = view.trials
  if (view.status !== 'running') return `${statusWords(view)}: ${countedOf(closed, total, 'trial')} closed.`
  const reached = QUARTERS.findLast((share) => total > 0 && closed + blocked >= share * total)
  return reached === undefined ? '' : `${100 * reached}% of the trials are closed.`
}

interface NotifyButtonProps {
  readonly view: EvaluationView
  readonly ask: () => Promise<void>
}

/** The page itself loads only the button. */
const notice = fetchOnce(() => import('./end-notice'))

/** Has the browser notify the reader when the evaluation ends; asks for the browser's permission only when pressed. */
function NotifyButton({ view, ask }: NotifyButtonProps) {
  const name = `notify ${view.id}`
  const on = useStored(name, 'sessionStorage') !== null
  const [why, setWhy] = useState('')
  const running = view.finishedAt === null
  const seen = useRef(running)
  useEffect(() => {
    if (!on) return undefined
    if (!running) {
      store(name, null, 'sessionStorage')
      if (seen.current) void notice().then(({ notifyOfEnd }) => notifyOfEnd(view))
      return undefined
    }
    let stop: (() => void) | null = () => {}
    void notice().then(({ watchHidden }) => {
      if (stop !== null) stop = watchHidden(ask)
    })
    return () => {
      stop?.()
      stop = null
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the view changes four times a second, and only its end matters
  }, [on, running, name, ask])
  if (!running) return null
  const toggle = async () => {
    if (on) return store(name, null, 'sessionStorage')
    const refused = await (await notice()).askPermission()
    setWhy(refused ?? '')
    if (refused === null) store(name, 'on', 'sessionStorage')
  }
  return (
    <>
      <button type="button" aria-pressed={on} onClick={() => void toggle()}>
        {on ? 'Will notify at the end' : 'Notify at the end'}
      </button>
      <span role="status" className="muted">
        {why}
      </span>
    </>
  )
}
