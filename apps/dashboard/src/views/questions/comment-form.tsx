'use client'

import type { CommentFlag, NewComment, QuestionComment } from '@cges-fleet/core'
import { addComment, deleteComment, editComment } from '@cges-fleet/core/addresses'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { ask } from '../../api/browser'
import { FLAG_WORDS } from '@cges-fleet/core/flag-words'

/** Deletes a comment; returns why it could not be, if so. */
export async function removeComment(id: string): Promise<string | null> {
  const reply = await ask(deleteComment, { path: { comment: id } })
  return reply.ok ? null : reply.why
}

/** The question that a new comment is on, or the comment to edit. */
export type Commented =
  | { readonly id: string; readonly position: number; readonly comment?: never }
  | { readonly comment: QuestionComment }

interface FormProps {
  readonly of: Commented
  readonly onDone: () => void
  readonly onLeave?: () => void
}

function save(of: Commented, body: NewComment) {
  if (of.comment !== undefined) return ask(editComment, { path: { comment: of.comment.id }, body })
  return ask(addComment, { path: { id: of.id, position: String(of.position) }, body })
}

/** Writes a comment, or writes one anew. */
export function CommentForm({ of, onDone, onLeave }: FormProps) {
  const { comment } = of
  const { refresh } = useRouter()
  const [failure, setFailure] = useState<string | null>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reply = await save(of, commentIn(event.currentTarget))
    setFailure(reply.ok ? null : reply.why)
    if (!reply.ok) return
    refresh()
    onDone()
  }
  return (
    <form className="comment-form" method="post" onSubmit={(event) => void submit(event)}>
      <label>
        Comment
        <textarea name="text" rows={3} maxLength={1000} defaultValue={comment?.text ?? ''} />
      </label>
      <label>
        Flag
        <FlagSelect chosen={comment?.flag ?? null} />
      </label>
      {failure === null ? null : <p role="alert">{failure}</p>}
      <p>
        <button type="submit">{comment === undefined ? 'Add' : 'Save'}</button>{' '}
        {onLeave === undefined ? null : (
          <button type="button" className="quiet" onClick={onLeave}>
            Cancel
          </button>
        )}
      </p>
    </form>
  )
}

function FlagSelect({ chosen }: { readonly chosen: CommentFlag | null }) {
  return (
    <select name="flag" defaultValue={chosen ?? ''}>
      <option value="">None</option>
      {Object.entries(FLAG_WORDS).map(([flag, words]) => (
        <option key={flag} value={flag}>
          {words}
        </option>
      ))}
    </select>
  )
}

function commentIn(form: HTMLFormElement): NewComment {
  const entered = new FormData(form)
  const [text, flag] = [entered.get('text'), entered.get('flag')]
  return { text: typeof text === 'string' ? text : '', flag: isFlag(flag) ? flag : null }
}

function isFlag(flag: FormDataEntryValue | null): flag is CommentFlag {
  return typeof flag === 'string' && Object.hasOwn(FLAG_WORDS, flag)
}
