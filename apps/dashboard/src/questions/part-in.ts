import type { SampleText, SampleTokens } from '@cges-fleet/core'

/** Reads a part of a text in the browser. The API checked its form; only what tells it from something else is looked at. */
export function textIn(body: unknown): SampleText | null {
  return typeof body === 'object' && body !== null && 'characters' in body && 'next' in body
    ? (body as SampleText)
    : null
}

/** Reads a part of a sample's tokens in the browser, as `textIn` reads a text. */
export function tokensIn(body: unknown): SampleTokens | null {
  return typeof body === 'object' && body !== null && 'logprobs' in body && 'next' in body
    ? (body as SampleTokens)
    : null
}
