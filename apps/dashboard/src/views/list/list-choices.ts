import { EvaluationStatus, statusWord } from '@cges-fleet/core'
import { METHOD_NAMES } from '@cges-fleet/methods'
import { ORDERS } from '../../addresses/evaluations'
import type { Choices } from '../../api/reads'
import { methodName } from '../../ui/methods/names'
import type { Choice, Option } from './list-filters'

const plain = (value: string): Option => ({ value, text: value })

/** Lists what a list of evaluations can be filtered and sorted by; what there is nothing of is left out. */
export function listChoices({ benchmarks, pools, labels }: Choices): Choice[] {
  const statuses = [
    { value: 'running,paused', text: 'going on' },
    ...EvaluationStatus.options.map((value) => ({ value, text: statusWord(value) })),
  ]
  const all: Choice[] = [
    { field: 'status', label: 'Status', options: statuses },
    {
      field: 'benchmark',
      label: 'Benchmark',
      options: benchmarks.map(({ name, title }) => ({ value: name, text: title })),
    },
    {
      field: 'pool',
      label: 'Model',
      options: pools.map(({ name, model }) => ({ value: name, text: model === name ? name : `${model} (${name})` })),
    },
    {
      field: 'method',
      label: 'Method',
      options: METHOD_NAMES.map((value) => ({ value, text: methodName({ label: value }) })),
    },
    { field: 'owner', label: 'Owner', options: labels.owners.map(plain) },
    { field: 'mine', label: 'Whose', options: labels.owners.length === 0 ? [] : [{ value: '1', text: 'mine' }] },
    { field: 'archived', label: 'Archived', options: [{ value: '1', text: 'archived only' }] },
    { field: 'tag', label: 'Tag', options: labels.tags.map(plain) },
    { field: 'sort', label: 'Order', options: ORDERS.map(({ value, word }) => ({ value, text: word })) },
  ]
  return all.filter(({ options }) => options.length > 0)
}
