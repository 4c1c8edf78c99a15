'use client'

import { counted } from '@cges-fleet/core/counted'
import { useState } from 'react'
import { type Draft, firstDraft, methodDraftsOf } from '../new/draft'
import { type Faults, PlainFields, useFaults } from '../new/fields'
import { MethodsSection } from '../new/methods-section'
import type { Offer } from '../new/offer'
import { methodText } from '../new/submission'
import type { FoundLog, ImportNames } from './read-log'
import { type ImportState, useImport } from './use-import'

interface Props {
  readonly found: FoundLog
  readonly offer: Offer
  /** Whether the log may not be imported as it was read. */
  readonly isHeld: boolean
}

/** What the evaluation is called and which methods decide on its samples; starts the import. */
export function ImportForm({ found, offer, isHeld }: Props) {
  const [draft, setDraft] = useState(() => draftFor(found))
  const [names, setNames] = useState({ name: '', suite: '', benchmark: '', model: '' })
  const { state, start, cancel, discard } = useImport()
  const faults = useFaults(state.phase === 'stopped' ? state.faults : [])
  const isSending = state.phase === 'sending'
  return (
    <form
      className="sections"
      aria-label="Import this log"
      onSubmit={(event) => {
        event.preventDefault()
        faults.touchAll()
        if (!isSending && !isHeld) void start(found, names, methodTexts(draft))
      }}
    >
      <MethodsSection
        draft={draft}
        change={(some) => setDraft({ ...draft, ...some })}
        faults={faults}
        offer={allowedOn(offer, found)}
        about="All methods use the samples of this log. No model is called."
      />
      <NameFields
        names={names}
        change={(some) => setNames({ ...names, ...some })}
        faults={faults}
        isSending={isSending}
      />
      <Progress state={state} onCancel={cancel} onDiscard={() => void discard()} />
      {isSending ? null : (
        <button type="submit" className="primary" disabled={isHeld}>
          {state.phase === 'stopped' ? 'Try again' : `Import ${counted(found.survey.rows, 'sample')}`}
        </button>
      )}
    </form>
  )
}

function draftFor({ methods }: FoundLog): Draft {
  return { ...firstDraft({ benchmark: '', pool: '' }), ...methodDraftsOf(methods) }
}

/** Methods in their text form, each with its budget. */
function methodTexts({ methods, budget }: Pick<Draft, 'methods' | 'budget'>): string[] {
  return methods.map((method) =>
    methodText({ ...method, budget: method.budget.trim() === '' ? budget : method.budget }),
  )
}

const NAMES = [
  { path: 'name', label: 'Name', about: 'Benchmark and model unless given.' },
  { path: 'benchmark', label: 'Benchmark', about: 'The file’s name unless given.' },
  { path: 'model', label: 'Model', about: 'As the log names it unless given.' },
  { path: 'suite', label: 'Suite', about: 'Adds it as a column of this suite.' },
] as const

interface NamesProps {
  readonly names: ImportNames
  readonly change: (changes: Partial<ImportNames>) => void
  readonly faults: Faults
  readonly isSending: boolean
}

function NameFields({ names, change, faults, isSending }: NamesProps) {
  return (
    <details className="panel">
      <summary>Names</summary>
      <fieldset className="fields" disabled={isSending}>
        <PlainFields fields={NAMES} values={names} onChange={change} faults={faults} />
      </fieldset>
    </details>
  )
}

interface ProgressProps {
  readonly state: ImportState
  readonly onCancel: () => void
  readonly onDiscard: () => void
}

function Progress({ state, onCancel, onDiscard }: ProgressProps) {
  if (state.phase === 'ready') return null
  if (state.phase === 'sending') {
    return (
      <p className="panel" role="status" data-testid="importing">
        <progress value={state.share} aria-label="Importing" /> Importing … {Math.round(100 * state.share)}%{' '}
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </p>
    )
  }
  const { why, faults, isStored } = state
  return (
    <div className="panel bad" role="alert" data-testid="not-imported">
      <p className="log-problem">{[why, ...faults.map(({ field, problem }) => `${field}: ${problem}`)].join('\n')}</p>
      {isStored ? (
        <p>
          The samples sent so far are kept. <em>Try again</em> continues from there.{' '}
          <button type="button" onClick={onDiscard}>
            Delete it
          </button>
        </p>
      ) : (
        <p>Nothing was stored.</p>
      )}
    </div>
  )
}

/** The methods that can run on a log: none that asks the model, and by confidence only if the log has one. */
function allowedOn(offer: Offer, { survey }: FoundLog): Offer {
  const families = offer.families.map((family) => ({
    ...family,
    methods: family.methods.filter(
      ({ name, parameters }) =>
        name !== 'dsc' && (survey.signal !== null || parameters.every((each) => each.name !== 'confidence')),
    ),
  }))
  return { ...offer, families: families.filter(({ methods }) => methods.length > 0) }
}
