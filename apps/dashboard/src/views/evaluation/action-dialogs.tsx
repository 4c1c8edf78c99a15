'use client'

import { extendEvaluation } from '@cges-fleet/core/addresses'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ask, type FieldFault } from '../../api/browser'
import { formatCount } from '../../ui/format/numbers'
import { actOn, type DialogProps, type PauseBody } from './dialog-button'

/** Asks what to do with calls in flight, and pauses an evaluation. */
export function PauseDialog({ view, onDone, onClose }: DialogProps) {
  const action = useAction(view.id, onDone)
  const { busy, act } = action
  const about = (
    <>
      No new calls start until you resume. <b>Pause</b> lets calls in flight finish (
      {formatCount(view.samples.inFlight)} now). <b>Pause and stop calls</b> ends them at once: resuming makes them
      again, and tokens they used stay spent.
    </>
  )
  return (
    <QuestionDialog title="Pause this evaluation?" about={about} action={action} onClose={onClose}>
      <button type="button" disabled={busy} onClick={() => void act('pause', { stopCalls: true })}>
        Pause and stop calls
      </button>
      <button type="button" disabled={busy} onClick={() => void act('pause')}>
        Pause
      </button>
    </QuestionDialog>
  )
}

/** Explains that cancelling an evaluation is final, and cancels it. */
export function CancelDialog({ view, onDone, onClose }: DialogProps) {
  const action = useAction(view.id, onDone)
  const { busy, act } = action
  const about = `No more samples are drawn. The ${formatCount(view.samples.drawn)} drawn so far stay, and numbers stay interim. You can extend it later.`
  return (
    <QuestionDialog title="Cancel this evaluation?" about={about} action={action} onClose={onClose}>
      <button type="button" className="danger" disabled={busy} onClick={() => void act('cancel')}>
        {busy ? 'Cancelling' : 'Cancel it'}
      </button>
    </QuestionDialog>
  )
}

interface QuestionProps extends Pick<DialogProps, 'onClose'> {
  readonly title: string
  readonly about: ReactNode
  readonly action: ReturnType<typeof useAction>
  /** The buttons that act. */
  readonly children: ReactNode
}

function QuestionDialog({ title, about, action: { dialog, failure }, onClose, children }: QuestionProps) {
  return (
    <dialog ref={dialog} aria-label={title} onClose={onClose}>
      <h2>{title}</h2>
      <p>{about}</p>
      {failure === null ? null : <p role="alert">{failure}</p>}
      <div className="actions">
        <button type="button" onClick={() => dialog.current?.close()}>
          Keep it running
        </button>
        {children}
      </div>
    </dialog>
  )
}

/** A dialog, opened at once, which closes when what it does to an evaluation succeeds. */
function useAction(id: string, onDone: DialogProps['onDone']) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => dialog.current?.showModal(), [])
  const act = async (verb: 'cancel' | 'pause', body?: PauseBody) => {
    setBusy(true)
    const failed = await actOn(id, verb, body)
    setFailure(failed)
    setBusy(false)
    if (failed === null) dialog.current?.close()
    await onDone()
  }
  return { dialog, failure, busy, act }
}

interface Refused {
  readonly why: string
  readonly faults: readonly FieldFault[]
}

const NOTHING: Refused = { why: 'Fill in at least one field.', faults: [] }

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
    const reply = await ask(extendEvaluation, { path: { id: view.id }, body: body ?? {} })
    setBusy(false)
    setRefused(reply.ok ? null : reply)
    if (!reply.ok) return
    dialog.current?.close()
    await onDone()
  }
  return (
    <dialog ref={dialog} aria-label="Extend this evaluation" className="extend" onClose={onClose}>
      <h2>Extend this evaluation</h2>
      <p>
        Empty fields stay as they are. Only missing samples are drawn; added methods reuse the{' '}
        {formatCount(view.samples.drawn)} stored ones.
        {view.status === 'cancelled' ? ' Leave all empty to continue as it is.' : ''}
      </p>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Fields view={view} faults={refused?.faults ?? []} />
        {refused === null ? null : <p role="alert">{refused.why}</p>}
        <div className="actions">
          <button type="button" onClick={() => dialog.current?.close()}>
            Keep as is
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
        Methods to add, one a line
        <textarea name="methods" rows={3} spellCheck={false} placeholder="esc:window=4@16" />
        <Faults of="methods" faults={faults} />
      </label>
      <NumberField
        name="budget"
        label="Budget of the added methods; with none added, all run again with it"
        faults={faults}
      />
      {source === null ? (
        <>
          <NumberField name="replicates" label={`Replicates in total, now ${replicates}`} faults={faults} />
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

/** The request that extends an evaluation: only the fields that were filled in, in the API's form. */
export interface ExtensionBody {
  readonly methods?: string[]
  readonly budget?: number
  readonly replicates?: number
  readonly caps?: { readonly calls?: number; readonly tokens?: number }
}

/** Reads an extension out of its form; null if nothing was entered. */
export function extensionOf(entered: FormData): ExtensionBody | null {
  const methods = textOf(entered, 'methods')
    .split(/[;\n]/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
  const [budget, replicates, calls, tokens] = ['budget', 'replicates', 'caps.calls', 'caps.tokens'].map((name) =>
    numberOf(entered, name),
  )
  const caps = { ...(calls === undefined ? {} : { calls }), ...(tokens === undefined ? {} : { tokens }) }
  const body = {
    ...(methods.length === 0 ? {} : { methods }),
    ...(budget === undefined ? {} : { budget }),
    ...(replicates === undefined ? {} : { replicates }),
    ...(Object.keys(caps).length === 0 ? {} : { caps }),
  }
  return Object.keys(body).length === 0 ? null : body
}

function textOf(entered: FormData, name: string): string {
  const value = entered.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Text that is not a number is sent unchanged, so that the API explains what is wrong with it. */
function numberOf(entered: FormData, name: string): number | undefined {
  const text = textOf(entered, name)
  return text === '' ? undefined : Number(text)
}
