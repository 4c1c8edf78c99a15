import type { ComparedQuery } from './compared-address'

interface Props {
  readonly query: ComparedQuery
  /** The fields that the form itself contains. */
  readonly but: readonly (keyof ComparedQuery)[]
}

/** Hidden fields for the parts of a comparison that a form leaves unchanged, so that it works without scripts. */
export function KeptFields({ query, but }: Props) {
  return Object.entries(query).map(([name, value]) =>
    but.includes(name as keyof ComparedQuery) ? null : <input key={name} type="hidden" name={name} value={value} />,
  )
}
