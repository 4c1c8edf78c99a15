import { changesOf } from './changes-of'
import type { Submission } from './draft'

interface Props {
  readonly before: Submission
  readonly now: Submission
}

/** How a clone differs from its original. */
export function ChangesList({ before, now }: Props) {
  const changes = changesOf(before, now)
  return (
    <section aria-label="What differs from the original">
      <h3>Against the original</h3>
      {changes.length === 0 ? <p>Nothing differs: it draws the same again.</p> : null}
      <dl className="changes">
        {changes.map(({ field, before: was, now: is }) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd>
              <del>{was}</del> <ins>{is}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
