import {
  type Choice,
  CREATED,
  endEvents,
  event,
  isLastPart,
  type Reply,
  type Span,
  tokenAlternatives,
  tokenIds,
  usageOf,
  type Wire,
} from './reply.js'

/** vLLM's format of text completions; thinking is part of the text, as no parser removes it. */
export const textWire: Wire = {
  open: () => '',
  delta: (reply, choice, span) => event(JSON.stringify({ ...head(reply), choices: [choiceJson(reply, choice, span)] })),
  end: (reply, mark) => endEvents(reply, head(reply), mark),
  whole: (reply) =>
    JSON.stringify({
      ...head(reply),
      choices: reply.choices.map((choice) => choiceJson(reply, choice, { from: 0, to: choice.tokens.length })),
      usage: usageOf(reply),
    }),
}

function head({ id, model }: Reply): object {
  return { id, object: 'text_completion', created: CREATED, model }
}

function choiceJson(reply: Reply, choice: Choice, span: Span): object {
  const { text, starts } = choice
  const isLast = isLastPart(choice, span)
  const prompt = reply.request.returnTokenIds && span.from === 0 ? { prompt_token_ids: choice.promptTokenIds } : {}
  return {
    index: choice.index,
    text: text.slice(Math.min(text.length, starts[span.from] ?? 0), starts[span.to] ?? text.length),
    logprobs: logprobsOf(reply, choice, span),
    finish_reason: isLast ? choice.finish : null,
    stop_reason: isLast ? choice.stopReason : null,
    ...tokenIds(reply, choice, span),
    ...prompt,
  }
}

function logprobsOf({ request }: Reply, choice: Choice, { from, to }: Span): object | null {
  const { logprobs, tokens, starts } = choice
  const { logprobs: top } = request
  if (top === null || logprobs === null) return null
  const some = tokens.slice(from, to)
  return {
    text_offset: starts.slice(from, to),
    token_logprobs: logprobs.slice(from, to),
    tokens: some.map(({ text }) => text),
    top_logprobs: some.map((_, place) => {
      const listed = tokenAlternatives(choice, from + place, top + 1)
      return Object.fromEntries(listed.map((other) => [other.token.text, other.logprob]))
    }),
  }
}
