import type { EvaluationSort } from '@cges-fleet/core'

/** One order of a list: its column, its direction, and how a value of it is read back. */
export interface EvaluationOrder {
  readonly by: string
  readonly direction: 'ASC' | 'DESC'
  readonly type: 'text' | 'float8'
}

/** No column is ever null, so that a place in an order is one comparison of two values. */
const ORDERS: Readonly<Record<Exclude<EvaluationSort, 'newest'>, EvaluationOrder>> = {
  name: { by: 'e.name_order', direction: 'ASC', type: 'text' },
  accuracy: { by: 'e.accuracy_order', direction: 'DESC', type: 'float8' },
  calls: { by: 'e.calls_order', direction: 'ASC', type: 'float8' },
  saved: { by: 'e.saved_order', direction: 'DESC', type: 'float8' },
}

/** Says how a list is sorted; null for newest first, where the id alone is the order. */
export function evaluationOrder(sort: EvaluationSort): EvaluationOrder | null {
  return sort === 'newest' ? null : ORDERS[sort]
}
