'use client'

import type { EvaluationRow } from '@cges-fleet/core'
import { cancelEvaluation, labelEvaluation } from '@cges-fleet/core/addresses'
import { counted, inNumber } from '@cges-fleet/core/counted'
import { type SubmitEvent, useRef, useState } from 'react'
import { ask } from '../../api/browser'
import { formatCount } from '../../ui/format/numbers'

interface Props {
  readonly selected: readonly EvaluationRow[]
  readonly onCancelled: () => Promise<void>
}

const CANCELLABLE = ['running', 'paused', 'stuck', 'budget_stopped']

/** Cancels the selected evaluations that have not ended, after a warning; names those that could not be cancelled. */
export function CancelSeveral({ selected, onCancelled }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [failures, setFailures] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const able = selected.filter(({ status }) => CANCELLABLE.includes(status))
  const confirm = async () => {
    setBusy(true)
    const failed = await cancelAll(able)
    setFailures(failed)
    setBusy(false)
    if (failed.length === 0) dialog.current?.close()
    await onCancelled()
  }
  const open = () => dialog.current?.showModal()
  return (
    <>
      {able.length === 0 ? (
        <span className="muted">You cannot cancel these: they have ended.</span>
      ) : (
        <button type="button" className="danger" onClick={open}>
          {cancelWords(able.length, selected.length)}
        </button>
      )}
      <dialog ref={dialog} aria-label="Cancel the selected evaluations?" onClose={() => setFailures([])}>
        <Effect able={able} others={selected.length - able.length} />
        <Failures failures={failures} />
        <div className="actions">
          <button type="button" onClick={() => dialog.current?.close()}>
            Keep them running
          </button>
          <button type="button" className="danger" disabled={busy || able.length === 0} onClick={() => void confirm()}>
            {busy ? 'Cancelling' : `Cancel ${inNumber(able.length, 'it', 'them')}`}
          </button>
        </div>
      </dialog>
    </>
  )
}

/** The button's words: how many of the selected evaluations it would cancel. */
export function cancelWords(able: number, selected: number): string {
  return able === selected
    ? `Cancel ${formatCount(able)} …`
    : `Cancel ${formatCount(able)} of ${formatCount(selected)} …`
}

/** Cancels one after the other, and returns the reasons for those that could not be. */
async function cancelAll(able: readonly EvaluationRow[]): Promise<string[]> {
  const failed: string[] = []
  for (const { id, name } of able) {
    const reply = await ask(cancelEvaluation, { path: { id } })
    if (!reply.ok) failed.push(`${name}: ${reply.why}`)
  }
  return failed
}

function Failures({ failures }: { readonly failures: readonly string[] }) {
  return failures.map((failure) => (
    <p role="alert" className="bad" key={failure}>
      {failure}
    </p>
  ))
}

function Effect({ able, others }: { readonly able: readonly EvaluationRow[]; readonly others: number }) {
  const spent = able.reduce((sum, { calls }) => sum + calls.spent, 0)
  return (
    <>
      <h2>Cancel {counted(able.length, 'evaluation')}?</h2>
      <p>
        No more samples are drawn. The {counted(spent, 'call')} made so far {inNumber(spent, 'is', 'are')} paid, and
        numbers stay interim. You can extend an evaluation later.
      </p>
      {others === 0 ? null : (
        <p className="muted">
          {formatCount(others)} more of those selected {inNumber(others, 'has', 'have')} ended already and{' '}
          {inNumber(others, 'stays as it is', 'stay as they are')}.
        </p>
      )}
    </>
  )
}

interface TagSeveralProps {
  readonly selected: readonly EvaluationRow[]
  readonly onTagged: () => Promise<void>
}

/** Adds a tag to all selected evaluations, or removes it; names those whose tags could not be changed. */
export function TagSeveral({ selected, onTagged }: TagSeveralProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [failures, setFailures] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const change = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entered = new FormData(event.currentTarget, event.nativeEvent.submitter)
    setBusy(true)
    const failed = await tagAll(selected, entered)
    setFailures(failed)
    setBusy(false)
    if (failed.length === 0) dialog.current?.close()
    await onTagged()
  }
  const title = `Tag ${counted(selected.length, 'evaluation')}`
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => dialog.current?.showModal()}>
        Tag …
      </button>
      <dialog ref={dialog} aria-label={title} onClose={() => setFailures([])}>
        <h2>{title}</h2>
        <form className="labels" onSubmit={(event) => void change(event)}>
          <TagFields busy={busy} failures={failures} onLeave={() => dialog.current?.close()} />
        </form>
      </dialog>
    </>
  )
}

interface FieldsProps {
  readonly busy: boolean
  readonly failures: readonly string[]
  readonly onLeave: () => void
}

function TagFields({ busy, failures, onLeave }: FieldsProps) {
  return (
    <>
      <label>
        Tag
        <input
          name="tag"
          required
          maxLength={40}
          pattern="[^,]*"
          title="a word or two without a comma"
          autoComplete="off"
        />
      </label>
      {failures.map((failure) => (
        <p role="alert" className="bad" key={failure}>
          {failure}
        </p>
      ))}
      <div className="actions">
        <button type="submit" name="verb" value="add" disabled={busy}>
          Add tag
        </button>
        <button type="submit" name="verb" value="remove" disabled={busy}>
          Remove tag
        </button>
        <button type="button" className="quiet" onClick={onLeave}>
          Keep as is
        </button>
      </div>
    </>
  )
}

/** One after the other; an evaluation that is already as requested is skipped. */
async function tagAll(selected: readonly EvaluationRow[], entered: FormData): Promise<string[]> {
  const written = entered.get('tag')
  const tag = typeof written === 'string' ? written.trim() : ''
  const adds = entered.get('verb') === 'add'
  const failed: string[] = []
  for (const { id, name, tags } of selected) {
    if (tags.includes(tag) === adds) continue
    const wanted = adds ? [...tags, tag] : tags.filter((other) => other !== tag)
    const reply = await ask(labelEvaluation, { path: { id }, body: { tags: wanted } })
    if (!reply.ok) failed.push(`${name}: ${reply.why}`)
  }
  return failed
}
