'use client'

import type { QuestionComment, QuestionView } from '@cges-fleet/core'
import { useRouter } from 'next/navigation'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { Instant } from '../../ui/format/instant'
import { fetchLater } from '../../ui/shell/fetch-later'
import { VisibleText } from './answers'
import { FLAG_WORDS } from '@cges-fleet/core/flag-words'

const loadForm = () => fetchLater(() => import('./comment-form'))
const CommentForm = lazy(() => loadForm().then((loaded) => ({ default: loaded.CommentForm })))

const LOADING = <p className="muted">Loading …</p>

interface Props {
  readonly id: string
  readonly view: Pick<QuestionView, 'position' | 'comments'>
  /** Whether the reader may comment. */
  readonly mayWrite: boolean
}

/** What the team's members say of a question, and a form to say more or to flag it. */
export function CommentsPanel({ id, view: { position, comments }, mayWrite }: Props) {
  const [added, setAdded] = useState(0)
  // A form sent before its script runs would lose what was written.
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  if (comments.length === 0 && !mayWrite) return null
  return (
    <section className="panel comments" aria-labelledby="comments-title" data-testid="comments">
      <h2 id="comments-title">Comments</h2>
      {comments.length === 0 ? null : (
        <ul>
          {comments.map((comment) => (
            <Comment key={`${comment.id} ${comment.editedAt ?? ''}`} comment={comment} />
          ))}
        </ul>
      )}
      {mayWrite ? (
        <details key={added}>
          <summary>Comment or flag</summary>
          <p className="footnote">Your team reads it in every evaluation of this benchmark.</p>
          {isHydrated ? (
            <Suspense fallback={LOADING}>
              <CommentForm of={{ id, position }} onDone={() => setAdded(added + 1)} />
            </Suspense>
          ) : (
            LOADING
          )}
        </details>
      ) : null}
    </section>
  )
}

interface CommentProps {
  readonly comment: QuestionComment
}

/** One comment; who may change it gets the buttons. */
function Comment({ comment }: CommentProps) {
  const { id, text, flag, createdBy, createdAt, editedAt } = comment
  const [isEdited, setEdited] = useState(false)
  return (
    <li data-comment={id}>
      <p className="comment-by muted">
        {flag === null ? null : <span className="flag">⚑ {FLAG_WORDS[flag]}</span>}
        {createdBy === null ? '' : `${createdBy} · `}
        <Instant at={createdAt} />
        {editedAt === null ? '' : ' · edited'}
      </p>
      {isEdited ? (
        <Suspense>
          <CommentForm of={{ comment }} onDone={() => setEdited(false)} onLeave={() => setEdited(false)} />
        </Suspense>
      ) : (
        <>
          {text === null ? <p className="muted">Withheld with the question.</p> : null}
          {text === null || text === '' ? null : (
            <p className="comment-text" dir="auto">
              <VisibleText text={text} />
            </p>
          )}
          <CommentActs comment={comment} onEdit={() => setEdited(true)} />
        </>
      )}
    </li>
  )
}

function CommentActs({ comment: { id, text, mayChange }, onEdit }: CommentProps & { readonly onEdit: () => void }) {
  const { refresh } = useRouter()
  const [failure, setFailure] = useState<string | null>(null)
  if (!mayChange) return null
  const remove = async () => {
    const { removeComment } = await loadForm()
    setFailure(await removeComment(id))
    refresh()
  }
  return (
    <p>
      {text === null ? null : (
        <button type="button" className="small" onClick={onEdit}>
          Edit
        </button>
      )}{' '}
      <button type="button" className="small" onClick={() => void remove()}>
        Delete
      </button>
      {failure === null ? null : <span role="alert"> {failure}</span>}
    </p>
  )
}
