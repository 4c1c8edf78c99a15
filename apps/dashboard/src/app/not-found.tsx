import Link from 'next/link'

export default function NotFound() {
  return (
    <section className="panel notice" data-testid="not-found">
      <h1>Not found</h1>
      <p>
        This page or evaluation does not exist. Check the address; it may have been deleted. To see another team’s
        evaluation, sign in with that team’s key.
      </p>
      <p>
        <Link className="button" href="/evaluations">
          All evaluations
        </Link>
      </p>
    </section>
  )
}
