export interface ChatMessage {
  readonly role: string
  readonly content: string
}

/** Formats a conversation as the model was trained on it (ChatML), up to where its answer begins. */
export function chatPrompt(messages: readonly ChatMessage[]): string {
  const said = messages.map(({ role, content }) => `<|im_start|>${role}\n${content}<|im_end|>\n`)
  return `${said.join('')}<|im_start|>assistant\n`
}
