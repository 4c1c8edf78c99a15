// Chunks in the shapes vLLM writes them.
const head = '"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m"'
/** The first chunk: the role, and the prompt as tokens. */
export const role = `{${head},"choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":null}],"prompt_token_ids":[1,2,3,4,5]}`
/** The end of a stream. */
export const done = '[DONE]'

/** A chunk with generated tokens; the log-probabilities are pasted in as written. */
export function delta(
  fields: string,
  logprobs: readonly (number | string)[] | null,
  ids: readonly number[] | null,
): string {
  const entries = logprobs?.map((value) => `{"token":"t","logprob":${value},"bytes":[116],"top_logprobs":[]}`)
  const log = entries === undefined ? 'null' : `{"content":[${entries.join(',')}]}`
  const tokens = ids === null ? '' : `,"token_ids":[${ids.join(',')}]`
  return `{${head},"choices":[{"index":0,"delta":{${fields}},"logprobs":${log},"finish_reason":null${tokens}}]}`
}

/** The chunk that ends an answer. */
export function end(reason: string): string {
  return `{${head},"choices":[{"index":0,"delta":{"content":""},"logprobs":null,"finish_reason":"${reason}","stop_reason":null,"token_ids":[]}]}`
}

/** The chunk that counts tokens, for a prompt of 5. */
export function usage(completion: number): string {
  return `{${head},"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":${completion},"total_tokens":${5 + completion}}}`
}
