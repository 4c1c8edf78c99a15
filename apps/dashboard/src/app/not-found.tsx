import Link from 'next/link'

export default function NotFound() {
  return (
    <section className="panel notice" data-testid="not-found">
      <h1>Not found</h1>
      <p>
        There is no such page or evaluation here. Its address may be mistyped, or it may have been deleted. Another
        team’s is seen with a key of that team alone.
      </p>
      <p>
        <Link className="button" href="/evaluations">
          All evaluations
        </Link>
      </p>
    </section>
  )
}
