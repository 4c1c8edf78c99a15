/** The posterior mass a method left to unseen answers, if it has such a posterior. */
export function OtherScore({ of }: { readonly of: number | null }) {
  if (of === null) return null
  return (
    <span className="muted" data-other title="the posterior of all answers not seen">
      {' '}
      OTHER {of.toFixed(3)}
    </span>
  )
}
