import type { ComparedQuery } from './compared-address'
import { KeptFields } from './kept-fields'
import type { LetteredEvaluation } from './named-comparison'

interface Props {
  readonly query: ComparedQuery
  readonly evaluations: readonly LetteredEvaluation[]
  /** Labels of methods that are not shown. */
  readonly leftOut: readonly string[]
}

/** Which methods are shown: a box each; a form of plain fields, so that it works without scripts. */
export function MethodsForm({ query, evaluations, leftOut }: Props) {
  const shown = new Map(evaluations.flatMap(({ reports }) => reports.map(({ label, name }) => [label, name])))
  const all = [...shown, ...leftOut.map((label) => [label, label] as const)]
  if (all.length < 2) return null
  return (
    <details className="methods-form" data-testid="methods-form">
      <summary>
        Methods shown: {shown.size === all.length ? `all ${all.length}` : `${shown.size} of ${all.length}`}
      </summary>
      <form action="/compare" method="get">
        <KeptFields query={query} but={['methods']} />
        <fieldset>
          <legend className="sr-only">Methods shown</legend>
          {all.map(([label, name]) => (
            <label key={label} title={label}>
              <input type="checkbox" name="methods" value={label} defaultChecked={shown.has(label)} /> {name}
            </label>
          ))}
        </fieldset>
        <button type="submit">Show these</button>
      </form>
    </details>
  )
}
