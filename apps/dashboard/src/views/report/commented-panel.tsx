import type { CommentedQuestions } from '@cges-fleet/core'
import { FLAG_WORDS } from '@cges-fleet/core/flag-words'
import { counted } from '@cges-fleet/core/counted'
import { formatInstant } from '../../ui/format/times'

/** What the team's members say of the questions; nothing if nobody said anything. */
export function CommentedPanel({ of: { questions, hasMore } }: { readonly of: CommentedQuestions }) {
  if (questions.length === 0) return null
  return (
    <section className="panel" aria-labelledby="commented-title">
      <h2 id="commented-title">Comments on questions</h2>
      {hasMore ? <p className="footnote">The first {counted(questions.length, 'question')}.</p> : null}
      {questions.map(({ position, questionId, excerpt, comments }) => (
        <section key={position} aria-label={questionId}>
          <h3>{questionId}</h3>
          {excerpt === null ? null : (
            <p className="muted" dir="auto">
              {excerpt}
            </p>
          )}
          <ul>
            {comments.map(({ flag, text, createdBy, createdAt }, at) => (
              <li key={`${createdAt} ${at}`} dir="auto">
                {flag === null ? null : <span className="flag">⚑ {FLAG_WORDS[flag]}</span>}{' '}
                {text === null ? 'Withheld with the question.' : text}{' '}
                <span className="muted">
                  {createdBy === null ? '' : `${createdBy} · `}
                  {formatInstant(createdAt)}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  )
}
