import type { DatabaseFunction } from './database-function.js'

export const END_SCORE: DatabaseFunction = {
  name: 'end_score',
  takes: '_trial uuid, _index integer, _fence integer, _state text, _reason text, _prompt_tokens integer',
  returns: 'void',
  does: `
UPDATE call_ledger SET state = _state, reason = _reason, prompt_tokens = _prompt_tokens, ended_at = now()
WHERE trial_id = _trial AND index = _index AND kind = 'score' AND fence = _fence AND state IN ('started', 'lost');`,
}
