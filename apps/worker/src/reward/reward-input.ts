const SYSTEM = 'Please reason step by step, and put your final answer within \\boxed{}.'

/** Ends a step: the reward model scores at this token. */
export const STEP_TAG = '<extra_0>'

const OF_THE_TEMPLATE = /<extra_0>|<\|im_(?:start|end)\|>/g

export interface RewardInput {
  readonly text: string
  /** How many steps, and so tags and scores, there are. */
  readonly steps: number
}

/**
 * Builds the input of a Qwen process reward model: the question and the response cut at blank lines, a tag after every
 * step, also the last, in Qwen's chat template. For a response with thinking, only what follows is scored; the
 * template's own tags and marks are removed from it. Null if nothing is left to score. Source: the model card of
 * Qwen2.5-Math-PRM-7B.
 */
export function rewardInput(question: string, response: string): RewardInput | null {
  const said = response.split('</think>').at(-1) ?? ''
  const steps = without(said)
    .split(/\n\s*\n/)
    .map((step) => step.trim())
    .filter((step) => step !== '')
  if (steps.length === 0) return null
  const scored = `${steps.join(STEP_TAG)}${STEP_TAG}`
  return {
    text: turn('system', SYSTEM) + turn('user', without(question)) + turn('assistant', scored),
    steps: steps.length,
  }
}

function turn(role: string, content: string): string {
  return `<|im_start|>${role}\n${content}<|im_end|>\n`
}

function without(text: string): string {
  return text.replaceAll(OF_THE_TEMPLATE, '')
}
