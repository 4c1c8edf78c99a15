'use client'
import { counted } from '@cges-fleet/core/counted'
import type { EvaluationRow } from '@cges-fleet/core'
import { labelEvaluation } from '@cges-fleet/core/addresses'
import { type SubmitEvent, useRef, useState } from 'react'
import { ask } from '../api/ask'

interface Props {
  readonly selected: readonly EvaluationRow[]
  readonly onTagged: () => Promise<void>
}

/** Adds a tag to all selected evaluations, or removes it; names those whose tags could not be changed. */
export function TagSeveral({ selected, onTagged }: Props) {
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
          Put it on
        </button>
        <button type="submit" name="verb" value="remove" disabled={busy}>
          Take it off
        </button>
        <button type="button" className="quiet" onClick={onLeave}>
          Leave it
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
    const asked = await ask(labelEvaluation, { path: { id }, body: { tags: wanted } })
    if (!asked.ok) failed.push(`${name}: ${asked.why}`)
  }
  return failed
}
