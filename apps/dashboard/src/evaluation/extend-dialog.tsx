'use client'
import { extendEvaluation } from '@cges-fleet/core/addresses'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ask, type FieldFault } from '../api/ask'
import { formatCount } from '../format/format-count'
import type { DialogProps } from './dialog-button'
import { extensionOf } from './extension-of'

interface Refused {
  readonly why: string
  readonly faults: readonly FieldFault[]
}

const NOTHING: Refused = { why: 'Nothing is entered yet: fill in at least one field.', faults: [] }

/** Extends an evaluation: methods, budget, replicates or higher caps. */
export function ExtendDialog({ view, onDone, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => dialog.current?.showModal(), [])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const body = extensionOf(new FormData(event.currentTarget))
    // A cancelled evaluation continues even if nothing is added.
    if (body === null && view.status !== 'cancelled') return setRefused(NOTHING)
    setBusy(true)
    const asked = await ask(extendEvaluation, { path: { id: view.id }, body: body ?? {} })
    setBusy(false)
    setRefused(asked.ok ? null : asked)
    if (!asked.ok) return
    dialog.current?.close()
    await onDone()
  }
  return (
    <dialog ref={dialog} aria-label="Extend this evaluation" className="extend" onClose={onClose}>
      <h2>Extend this evaluation</h2>
      <p>
        What is left empty stays as it is. Only what is missing is drawn; the {formatCount(view.samples.drawn)} samples
        there are serve added methods too.{view.status === 'cancelled' ? ' With nothing entered it just goes on.' : ''}
      </p>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Fields view={view} faults={refused?.faults ?? []} />
        {refused === null ? null : <p role="alert">{refused.why}</p>}
        <div className="actions">
          <button type="button" onClick={() => dialog.current?.close()}>
            Leave it
          </button>
          <button type="submit" disabled={busy}>
            {busy ? 'Extending' : 'Extend it'}
          </button>
        </div>
      </form>
    </dialog>
  )
}

interface FieldsProps extends Pick<DialogProps, 'view'> {
  readonly faults: readonly FieldFault[]
}

/** Of a log nothing more can be drawn, and so there is neither replicate nor cap to add. */
function Fields({ view: { source, replicates, caps, spent }, faults }: FieldsProps) {
  return (
    <>
      <label>
        Further methods, one a line
        <textarea name="methods" rows={3} spellCheck={false} placeholder="esc:window=4@16" />
        <Faults of="methods" faults={faults} />
      </label>
      <NumberField name="budget" label="Budget: for these, or else for every method once more" faults={faults} />
      {source === null ? (
        <>
          <NumberField name="replicates" label={`Replicates in all, now ${replicates}`} faults={faults} />
          <NumberField name="caps.calls" label={`Most calls, ${capText(caps.calls, spent.calls)}`} faults={faults} />
          <NumberField
            name="caps.tokens"
            label={`Most tokens, ${capText(caps.tokens, spent.tokens)}`}
            faults={faults}
          />
        </>
      ) : null}
    </>
  )
}

function capText(cap: number | null, spent: number): string {
  return `${formatCount(spent)} spent, ${cap === null ? 'no cap' : `cap ${formatCount(cap)}`}`
}

interface NumberProps {
  readonly name: string
  readonly label: string
  readonly faults: readonly FieldFault[]
}

function NumberField({ name, label, faults }: NumberProps) {
  return (
    <label>
      {label}
      <input name={name} inputMode="numeric" autoComplete="off" />
      <Faults of={name} faults={faults} />
    </label>
  )
}

/** The faults of a field, or of a part of it. */
function Faults({ of, faults }: { readonly of: string; readonly faults: readonly FieldFault[] }) {
  return faults
    .filter(({ field }) => field === of || field.startsWith(`${of}.`) || field.startsWith(`${of}[`))
    .map(({ field, problem }) => (
      <span key={field} className="bad">
        {problem}
      </span>
    ))
}
