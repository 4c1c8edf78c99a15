import type { EngineName, Preflight, PreflightNote } from './preflight/preflight.js'

/** Says in a sentence what a preflight found, and what helps. */
export function preflightNoteWords({ kind, counts, why }: PreflightNote): string {
  switch (kind) {
    case 'invents_answers':
      return 'A simulator that invents answers to questions it does not know. Accuracy on those means nothing.'
    case 'no_stream':
      return 'Does not stream: answers come whole, so progress is not seen and answers cannot be ended early.'
    case 'no_logprobs':
      return `Returns no log-probabilities${because(why)}. Methods that need them cannot run here.`
    case 'no_top_logprobs':
      return 'Does not list the likeliest tokens. Methods that read self-certainty or token confidence cannot run here.'
    case 'seed_ignored':
      return 'Ignores the seed: two seeds gave one text. Samples of a question may be copies of each other.'
    case 'seed_not_repeatable':
      return `Does not repeat a seed: ${partedWords(counts)}. A run cannot be repeated exactly${unless(why)}.`
    case 'seed_refused':
      return `Refuses the seed${because(why)}. A run cannot be repeated exactly.`
    case 'counts_differ':
      return `Reports ${counts['usage']} tokens but delivered ${counts['delivered']}.`
    case 'parameter_refused':
      return `Refuses ${why ?? 'a parameter'}. It is left out of requests.`
    case 'parameter_ignored':
      return `Ignores ${why ?? 'a parameter'}. An evaluation that sets it is refused.`
  }
}

/** Sums up a preflight in a few words, such as for a table. */
export function preflightWords({ engine, logprobs, topLogprobs, seed }: Preflight): string {
  const said = {
    honoured: 'seed honoured in three short requests',
    ignored: 'seed ignored',
    not_repeatable: 'seed not repeatable',
    refused: 'seed refused',
    unclear: 'seed unclear',
  }[seed]
  const can = [logprobs ? 'log-probabilities' : 'no log-probabilities', ...(topLogprobs ? ['top tokens'] : []), said]
  return `${engineTitle(engine)}: ${can.join(', ')}`
}

function partedWords({ seeds, tokens, same }: PreflightNote['counts']): string {
  if (seeds === undefined) return 'one request, alone and beside another, gave two texts'
  return `${same} of ${seeds} gave the same ${tokens} tokens alone and beside the others`
}

function unless(startedWith: string | null): string {
  return startedWith === null ? '' : ` unless the server is started with ${startedWith}`
}

function because(why: string | null): string {
  return why === null ? '' : ` (${why})`
}

/** The name of an engine as people write it. */
export function engineTitle(engine: EngineName): string {
  return ENGINE_TITLES[engine]
}

const ENGINE_TITLES: Readonly<Record<EngineName, string>> = {
  vllm: 'vLLM',
  sglang: 'SGLang',
  'llama.cpp': 'llama.cpp',
  tgi: 'TGI',
  ollama: 'Ollama',
  'openai-compatible': 'OpenAI-compatible server',
}
