import { AccountsView, EvaluationSpec } from '@cges-fleet/core'
import { type ApiAnswer, readApi } from './read-api'

/** Reads what would submit an evaluation once more. */
export function readOriginal(id: string): Promise<ApiAnswer<EvaluationSpec>> {
  return readApi(`/v1/evaluations/${encodeURIComponent(id)}/spec`, EvaluationSpec)
}

/** Reads how near its limits the team is; null where that cannot be read. */
export async function readAccounts(): Promise<AccountsView['limits'] | null> {
  const answer = await readApi('/v1/accounts', AccountsView)
  return answer.ok ? answer.value.limits : null
}
