import type { ComparedEvaluation } from '@cges-fleet/core'
import { MOST_COMPARED } from '@cges-fleet/core/most-compared'
import { fetchEvaluations } from '../api/fetch-evaluations'
import type { ComparedQuery } from './compared-address'
import { KeptFields } from './kept-fields'

interface Props {
  readonly query: ComparedQuery
  readonly compared: readonly ComparedEvaluation[]
}

/** Adds an evaluation to those compared: offers the newest of the same benchmark, which share questions with them. */
export async function AddEvaluation({ query, compared }: Props) {
  const [first] = compared
  if (first === undefined || compared.length >= MOST_COMPARED) return null
  const found = await fetchEvaluations({ benchmark: first.benchmark.name })
  const ids = new Set(compared.map(({ id }) => id))
  const others = found.ok ? found.value.evaluations.filter(({ id }) => !ids.has(id)) : []
  if (others.length === 0) return null
  return (
    <form className="selection-form" action="/compare" method="get" data-testid="add-evaluation">
      <KeptFields query={query} but={['evaluations', 'suite', 'with']} />
      <input type="hidden" name="evaluations" value={[...ids].join(',')} />
      <label>
        Beside them also
        <select name="evaluations">
          {others.map(({ id, name, pool, status }) => (
            <option key={id} value={id}>
              {name} · {pool.model} · {status.replace('_', '-')}
            </option>
          ))}
        </select>
      </label>
      <button type="submit">Add</button>
    </form>
  )
}
