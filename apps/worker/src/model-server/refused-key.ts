/** Where a key is given: to whom it is said, the options and variables that name its file. */
const KEY_OPTIONS = {
  worker: 'with --model-key-file of `cges up` or `cges worker`, or with MODEL_SERVER_KEY_FILE',
  reward: 'with --reward-key-file of `cges up`, or with REWARD_SERVER_KEY_FILE',
  steps: 'with --step-scorer-key-file of `cges up`, or with STEP_SCORER_KEY_FILE',
  probe: 'with --key-file',
} as const

export type KeyFor = keyof typeof KEY_OPTIONS

/** Words that a server refuses a worker’s key, or that it lacks one, with the option that names it. */
export function refusedKey(
  what: string,
  { url, headers }: { readonly url: string; readonly headers: Readonly<Record<string, string>> },
  keyFor: KeyFor,
): string {
  const hasKey = headers['authorization'] !== undefined
  return `The ${what} at ${url} ${hasKey ? 'refuses the key' : 'requires a key'}. Name a file with the key it was started with ${KEY_OPTIONS[keyFor]}.`
}
