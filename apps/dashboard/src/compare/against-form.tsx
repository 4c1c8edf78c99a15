import type { NamedReport } from '../families/name-methods'
import type { ComparedQuery } from './compared-address'
import { KeptFields } from './kept-fields'

interface Props {
  readonly query: ComparedQuery
  /** Of the base evaluation. */
  readonly methods: readonly NamedReport[]
  /** The key of the one method all are compared with; empty if each has its own. */
  readonly chosen: string
}

/** Chooses the baseline of each method; a form of plain fields, so that it works without scripts. */
export function AgainstForm({ query, methods, chosen }: Props) {
  return (
    <form className="selection-form" action="/compare" method="get">
      <KeptFields query={query} but={['against', 'with']} />
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
