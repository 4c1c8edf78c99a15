import { type AccountsView, EvaluationSpec } from '@cges-fleet/core'
import { GetAccounts, GetSpec } from '@cges-fleet/core/contract'
import { type ApiAnswer, fetchApi } from './fetch-api'

/** Reads what would submit an evaluation once more. */
export async function fetchOriginal(id: string): Promise<ApiAnswer<EvaluationSpec>> {
  const answer = await fetchApi(GetSpec, { path: { id } })
  return answer.ok ? { ok: true, value: EvaluationSpec.parse(answer.value) } : answer
}

/** Reads how near its limits the team is; null if that cannot be read. */
export async function fetchAccounts(): Promise<AccountsView['limits'] | null> {
  const answer = await fetchApi(GetAccounts)
  return answer.ok ? answer.value.limits : null
}
