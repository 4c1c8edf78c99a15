import type { LogSample } from './logs/log-entry.js'

/**
 * What the end of an answer means.
 *
 * - `stop`: the model ended it.
 * - `length`: a limit ended it: the answer is cut.
 * - `tool_calls`: the model called a tool instead of concluding.
 * - `declined`: the model or a filter refused to answer.
 * - `gave_up`: the server ended it for reasons of its own, whatever the text.
 * - `failed`: the server failed, maybe because of the text.
 */
type EndMeaning = 'stop' | 'length' | 'tool_calls' | 'declined' | 'gave_up' | 'failed'

/**
 * The words servers use, from their documentation: OpenAI, vLLM, SGLang, llama.cpp, TGI, TensorRT-LLM, Together,
 * DeepSeek, Mistral, Zhipu, Anthropic, Google and Cohere, and gateways in front of them.
 */
const WORDS: Readonly<Record<EndMeaning, readonly string[]>> = {
  stop: ['stop', 'eos', 'eos_token', 'stop_sequence', 'end_turn', 'complete'],
  // A server's own time limit cuts long answers first: drawn again, only short ones would be left.
  length: ['length', 'limit', 'max_tokens', 'model_length', 'model_context_window_exceeded', 'repetition', 'timeout'],
  tool_calls: ['tool_calls', 'tool_call', 'tool_use', 'function_call'],
  declined: [
    'declined',
    'content_filter',
    'refusal',
    'sensitive',
    'safety',
    'recitation',
    'blocklist',
    'prohibited_content',
    'spii',
    'error_toxic',
  ],
  gave_up: ['abort', 'cancelled', 'insufficient_system_resource'],
  failed: ['error', 'network_error'],
}

/** Said while an answer is still being written. */
const NOT_YET = ['', 'null', 'none', 'not_finished']

const MEANINGS: ReadonlyMap<string, EndMeaning> = new Map(
  (Object.keys(WORDS) as EndMeaning[]).flatMap((meaning) => WORDS[meaning].map((word) => [word, meaning] as const)),
)

/** Returns whether a `finish_reason` says that the answer has ended. */
export function isEnd(word: string | null | undefined): word is string {
  return word !== null && word !== undefined && !NOT_YET.includes(word.toLowerCase())
}

/** Returns what a `finish_reason` means; null if the word is not known, and then the answer must not be believed. */
export function endMeaning(word: string): EndMeaning | null {
  return MEANINGS.get(word.toLowerCase()) ?? null
}

/**
 * Converts a log's `finish_reason` to the fields a sample has. A response that its server gave up is none; one that
 * calls a tool has not concluded and casts no vote, like a declined one.
 */
export function logEnd(word: string | null | undefined): Pick<LogSample, 'finish' | 'error'> {
  if (!isEnd(word)) return { finish: null, error: null }
  const meaning = endMeaning(word)
  switch (meaning) {
    case 'gave_up':
    case 'failed':
      return { finish: null, error: `the model server did not finish the answer (finish_reason ${word})` }
    case 'tool_calls':
      return { finish: 'declined', error: null }
    case 'length':
    case 'declined':
      return { finish: meaning, error: null }
    case 'stop':
    case null:
      return { finish: word === 'ended_early' ? 'ended_early' : 'stop', error: null }
  }
}
