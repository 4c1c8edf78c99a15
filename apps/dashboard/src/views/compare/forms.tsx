import type { ComparedEvaluation } from '@cges-fleet/core'
import { MOST_COMPARED } from '@cges-fleet/core/most-compared'
import Link from 'next/link'
import { compareAddress, type ComparedQuery } from '../../addresses/comparisons'
import { fetchEvaluation, fetchEvaluations } from '../../api/reads'
import { Status } from '../../ui/format/marks'
import type { NamedReport } from '../../ui/methods/names'
import { ProvenanceBadge } from '../../ui/provenance/provenance-badge'
import type { LetteredEvaluation } from './comparison'

const MOST = 12

/**
 * Suggests evaluations to compare one with, namely those of its benchmark, which share questions with it; explains how
 * to choose if none is given.
 */
export async function ChooseEvaluations({ chosen }: { readonly chosen: string | null }) {
  const fetched = chosen === null ? null : await fetchEvaluation(chosen)
  const view = fetched?.ok === true ? fetched.value : null
  const found = view === null ? null : await fetchEvaluations({ benchmark: view.benchmark.name })
  const others = found?.ok === true ? found.value.evaluations.filter(({ id }) => id !== chosen).slice(0, MOST) : []
  return (
    <>
      <h1>Compare</h1>
      <section className="panel" data-testid="choose">
        <h2>{view === null ? 'Nothing is chosen yet' : `Compare “${view.name}” with`}</h2>
        {others.length === 0 ? null : (
          <ul className="compared">
            {others.map((evaluation) => (
              <li key={evaluation.id}>
                <span className="compared-name">
                  <Link href={compareAddress({ evaluations: `${chosen ?? ''},${evaluation.id}` })}>
                    {evaluation.name}
                  </Link>{' '}
                  <ProvenanceBadge {...evaluation} />
                  <span className="under">{evaluation.pool.model}</span>
                </span>
                <Status of={evaluation} />
              </li>
            ))}
          </ul>
        )}
        <p className="muted">
          {view !== null && others.length === 0 ? `No other evaluation is of ${view.benchmark.title}. ` : ''}
          To put two to {MOST_COMPARED} side by side, select them in{' '}
          <Link href="/evaluations">the list of evaluations</Link> (<kbd>x</kbd> on a row, or its box) and choose
          Compare (<kbd>c</kbd>).
        </p>
      </section>
    </>
  )
}

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
        Add to the comparison
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

interface AgainstFormProps {
  readonly query: ComparedQuery
  /** Of the base evaluation. */
  readonly methods: readonly NamedReport[]
  /** The key of the one method all are compared with; empty if each has its own. */
  readonly chosen: string
}

/** Chooses the baseline of each method; a form of plain fields, so that it works without scripts. */
export function AgainstForm({ query, methods, chosen }: AgainstFormProps) {
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

interface MethodsFormProps {
  readonly query: ComparedQuery
  readonly evaluations: readonly LetteredEvaluation[]
  /** Labels of methods that are not shown. */
  readonly leftOut: readonly string[]
}

/** Which methods are shown: a box each; a form of plain fields, so that it works without scripts. */
export function MethodsForm({ query, evaluations, leftOut }: MethodsFormProps) {
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

interface KeptFieldsProps {
  readonly query: ComparedQuery
  /** The fields that the form itself contains. */
  readonly but: readonly (keyof ComparedQuery)[]
}

/** Hidden fields for the parts of a comparison that a form leaves unchanged, so that it works without scripts. */
function KeptFields({ query, but }: KeptFieldsProps) {
  return Object.entries(query).map(([name, value]) =>
    but.includes(name as keyof ComparedQuery) ? null : <input key={name} type="hidden" name={name} value={value} />,
  )
}
