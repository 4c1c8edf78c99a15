/** What a method left to answers nobody gave, where it has such a posterior. */
export function OtherScore({ of }: { readonly of: number | null }) {
  if (of === null) return null
  return (
    <span className="muted" data-other title="the posterior of all answers not seen">
      {' '}
      OTHER {of.toFixed(3)}
    </span>
  )
}
