import { type AccountsView, EvaluationSpec } from '@cges-fleet/core'
import { ReadAccounts, ReadSpec } from '@cges-fleet/core/contract'
import { type ApiAnswer, readApi } from './read-api'

/** Reads what would submit an evaluation once more. */
export async function readOriginal(id: string): Promise<ApiAnswer<EvaluationSpec>> {
  const answer = await readApi(ReadSpec, { path: { id } })
  return answer.ok ? { ok: true, value: EvaluationSpec.parse(answer.value) } : answer
}

/** Reads how near its limits the team is; null where that cannot be read. */
export async function readAccounts(): Promise<AccountsView['limits'] | null> {
  const answer = await readApi(ReadAccounts)
  return answer.ok ? answer.value.limits : null
}
