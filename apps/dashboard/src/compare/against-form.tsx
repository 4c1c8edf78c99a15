import type { NamedReport } from '../families/name-methods'
import type { ComparedQuery } from './compared-address'

interface Props {
  readonly query: ComparedQuery
  /** Of the base evaluation. */
  readonly methods: readonly NamedReport[]
  /** The key of the one method all are compared with; empty if each has its own. */
  readonly chosen: string
}

const KEPT = ['evaluations', 'suite', 'base', 'methods', 'unpaired', 'all'] as const

/** What each method is compared with; a form of plain fields, so that it works without scripts. */
export function AgainstForm({ query, methods, chosen }: Props) {
  return (
    <form className="selection-form" action="/compare" method="get">
      {KEPT.map((name) =>
        query[name] === undefined ? null : <input key={name} type="hidden" name={name} value={query[name]} />,
      )}
      <label>
        Compare each method with
        <select name="against" defaultValue={chosen} key={chosen}>
          <option value="">the same method of the base</option>
          {methods.map(({ key, name }) => (
            <option key={key} value={key}>
              {name} of the base
            </option>
          ))}
        </select>
      </label>
      <button type="submit">Show</button>
    </form>
  )
}
