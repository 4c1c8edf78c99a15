/** A link that was revoked, has expired or never was: all look the same. */
export default function NotFound() {
  return (
    <section className="panel notice" data-testid="not-found">
      <h1>This link does not work</h1>
      <p>It has expired or was revoked. Ask the person who sent it for a new one.</p>
    </section>
  )
}
