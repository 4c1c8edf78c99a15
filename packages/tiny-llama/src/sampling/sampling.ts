/** Sampling parameters, with vLLM's meanings. */
export interface Sampling {
  /** 0 takes the likeliest token. */
  readonly temperature: number
  readonly topP: number
  /** 0 switches it off. */
  readonly topK: number
  readonly minP: number
}
