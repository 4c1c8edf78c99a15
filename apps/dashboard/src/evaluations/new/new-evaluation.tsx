'use client'
import type { AccountsView } from '@cges-fleet/core'
import type { FormEvent } from 'react'
import { useScriptsRun } from '../../frame/use-scripts-run'
import { ChangesList } from './changes-list'
import type { Draft } from './draft'
import { FaultSummary } from './fault-summary'
import { useFaults } from './faults'
import { ForecastSummary } from './forecast-summary'
import { LimitsSection } from './limits-section'
import { MethodsSection } from './methods-section'
import type { Offer } from './offer'
import { SameAsText } from './same-as-text'
import { SamplingSection } from './sampling-section'
import { SubjectSection } from './subject-section'
import { submissionOf } from './submission-of'
import type { Target } from './submission-texts'
import { useDraft } from './use-draft'
import { useForecast } from './use-forecast'
import { useSubmit } from './use-submit'

interface Props {
  readonly offer: Offer
  readonly first: Draft
  /** The evaluation it is cloned from, if any. */
  readonly cloned: string | null
  /** The preset that it starts from, if any. */
  readonly preset: string | null
  readonly limits: AccountsView['limits'] | null
  readonly target: Target
}

/** The form of a new evaluation; beside it what it would take, and the same as text. */
export function NewEvaluation({ offer, first, cloned, preset, limits, target }: Props) {
  const { draft, isKept, change, forget } = useDraft(`new-evaluation:${cloned ?? preset ?? ''}`, first)
  const submission = submissionOf(draft)
  const foreseen = useForecast(JSON.stringify(submission))
  const { busy, refusal, submit } = useSubmit()
  const ready = useScriptsRun()
  const faults = useFaults(foreseen.faults)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    faults.touchAll()
    if (await submit(submission)) forget()
  }
  const parts = { draft, change, faults, offer }
  return (
    <form className="new-evaluation" onSubmit={(event) => void send(event)} noValidate aria-label="New evaluation">
      <fieldset className="sections" disabled={!ready}>
        {refusal === null ? null : <FaultSummary key={refusal.id} {...refusal} />}
        <SubjectSection {...parts} />
        <MethodsSection {...parts} />
        <SamplingSection {...parts} />
        <LimitsSection {...parts} webhooks={offer.webhooks} />
        <SameAsText submission={submission} target={target} />
      </fieldset>
      <aside className="summary panel">
        <ForecastSummary
          foreseen={foreseen}
          limits={limits}
          pool={offer.pools.find(({ name }) => name === draft.pool)}
        />
        {cloned === null ? null : <ChangesList before={submissionOf(first)} now={submission} />}
        <SubmitRow busy={busy} ready={ready} isKept={isKept} onStartOver={forget} />
      </aside>
    </form>
  )
}

interface SubmitRowProps {
  readonly busy: boolean
  readonly ready: boolean
  readonly isKept: boolean
  readonly onStartOver: () => void
}

function SubmitRow({ busy, ready, isKept, onStartOver }: SubmitRowProps) {
  return (
    <>
      <button type="submit" className="primary" disabled={busy || !ready}>
        {busy ? 'Submitting …' : 'Start evaluation'}
      </button>
      {isKept ? (
        <p className="about">
          What you changed is kept in this tab.{' '}
          <button type="button" className="quiet" onClick={onStartOver}>
            Start over
          </button>
        </p>
      ) : null}
    </>
  )
}
