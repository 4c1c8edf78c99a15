import type { ComparedQuery } from './compared-address'

interface Props {
  readonly query: ComparedQuery
  /** What the form itself says. */
  readonly but: readonly (keyof ComparedQuery)[]
}

/** Whatever of a comparison a form leaves as it is, so that it works without scripts. */
export function KeptFields({ query, but }: Props) {
  return Object.entries(query).map(([name, value]) =>
    but.includes(name as keyof ComparedQuery) ? null : <input key={name} type="hidden" name={name} value={value} />,
  )
}
