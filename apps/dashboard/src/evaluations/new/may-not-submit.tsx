import Link from 'next/link'

/** The message for a reader who may view but not submit. */
export function MayNotSubmit() {
  return (
    <section className="panel notice" data-testid="may-not-submit">
      <h1>Your key may not submit</h1>
      <p>
        It may read evaluations. To start one, ask an admin of your team for a key of a <strong>member</strong>, and
        sign in with that.
      </p>
      <p>
        <Link className="button" href="/evaluations">
          All evaluations
        </Link>
      </p>
    </section>
  )
}
