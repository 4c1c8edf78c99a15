'use client'

interface Props {
  readonly error: unknown
  readonly retry: () => void
}

export default function ErrorPage({ error, retry }: Props) {
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : null
  return (
    <section className="panel notice" role="alert">
      <h1>This page failed</h1>
      <p>The dashboard could not show it. Its log has the cause{digest === null ? '' : `, under ${digest}`}.</p>
      <p>
        <button type="button" onClick={() => retry()}>
          Try again
        </button>
      </p>
    </section>
  )
}
