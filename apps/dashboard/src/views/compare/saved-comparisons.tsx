'use client'

import type { ChosenComparison, SavedComparison } from '@cges-fleet/core'
import { deleteSavedComparison, saveComparison } from '@cges-fleet/core/addresses'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { savedAddress } from '../../addresses/comparisons'
import { ask } from '../../api/browser'
import { Instant } from '../../ui/format/instant'
import { Popover } from '../../ui/shell/popover'
import { SubmitButton } from '../../ui/shell/submit-button'

/** Keeps a comparison for the team, with a name and a text. */
export function SaveButton({ chosen }: { readonly chosen: ChosenComparison }) {
  const { push } = useRouter()
  const [failure, setFailure] = useState<string | null>(null)
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [name, note] = [form.get('name'), form.get('note')]
    if (typeof name !== 'string' || typeof note !== 'string') return
    const outcome = await ask(saveComparison, { body: { name, note, chosen } })
    setFailure(outcome.ok ? null : outcome.why)
    if (outcome.ok) push(savedAddress(outcome.answer))
  }
  return (
    <Popover name="Save" label="Save" className="button-like">
      <form className="save-comparison" method="post" onSubmit={(event) => void save(event)}>
        <label>
          Name
          <input name="name" required maxLength={120} />
        </label>
        <label>
          Text
          <textarea name="note" rows={4} maxLength={2000} placeholder="What it shows, for its readers" />
        </label>
        <SubmitButton>Save comparison</SubmitButton>
        {failure === null ? null : <p role="alert">{failure}</p>}
      </form>
    </Popover>
  )
}

interface Props {
  readonly saved: readonly SavedComparison[]
  /** Whether the reader may delete them. */
  readonly mayWrite: boolean
}

/** The comparisons that a team keeps. */
export function SavedComparisons({ saved, mayWrite }: Props) {
  const { refresh } = useRouter()
  const [failure, setFailure] = useState<string | null>(null)
  if (saved.length === 0) return null
  const remove = async (id: string) => {
    const outcome = await ask(deleteSavedComparison, { path: { saved: id } })
    setFailure(outcome.ok ? null : outcome.why)
    refresh()
  }
  return (
    <section className="panel saved-comparisons" aria-labelledby="saved-title" data-testid="saved-comparisons">
      <h2 id="saved-title">Saved comparisons</h2>
      <ul className="compared">
        {saved.map((each) => (
          <li key={each.id}>
            <span className="compared-name">
              <Link href={savedAddress(each)}>{each.name}</Link>
              <span className="under">{each.names.join(' · ')}</span>
              {each.note === '' ? null : <span className="under saved-note">{each.note}</span>}
            </span>
            <span className="muted">
              <Instant at={each.createdAt} />
            </span>
            {mayWrite ? (
              <span className="compared-acts">
                <button type="button" className="small" onClick={() => void remove(each.id)}>
                  Delete<span className="sr-only"> {each.name}</span>
                </button>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {failure === null ? null : <p role="alert">{failure}</p>}
    </section>
  )
}
