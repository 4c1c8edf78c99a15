/** How the next token is chosen; the parameters mean what they mean in vLLM. */
export interface Sampling {
  /** 0 takes the likeliest token. */
  readonly temperature: number
  readonly topP: number
  /** 0 switches it off. */
  readonly topK: number
  readonly minP: number
}
