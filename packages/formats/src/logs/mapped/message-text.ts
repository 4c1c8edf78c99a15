/**
 * The text of a question as programs log it: text, or a conversation, of which the last message that is not the model's
 * counts. Null if it is neither.
 */
export function promptText(value: unknown): string | null {
  if (!Array.isArray(value)) return textOf(value)
  const asked = value.filter((each) => !isAnswer(each))
  return textOf(asked.at(-1) ?? value[0])
}

/** The text of a response: text, or a conversation, of which the model's last message counts. Null if it is neither. */
export function responseText(value: unknown): string | null {
  if (!Array.isArray(value)) return textOf(value)
  return textOf(value.findLast(isAnswer) ?? (value.length === 1 ? value[0] : null))
}

const ANSWERS_AS = new Set(['assistant', 'bot', 'model'])

function isAnswer(message: unknown): boolean {
  return ANSWERS_AS.has(String(fieldOf(message, 'role')).toLowerCase())
}

/** Texts, messages, their parts, and the names that programs give to what a message says. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) {
    const parts = value.flatMap((part) => textOf(part) ?? [])
    return parts.length === 0 ? null : parts.join('\n')
  }
  for (const name of ['content', 'text', 'prompt']) {
    const said = fieldOf(value, name)
    if (said !== undefined && said !== null) return textOf(said)
  }
  return null
}

function fieldOf(holder: unknown, name: string): unknown {
  return Object.entries(holder ?? {}).find(([key]) => key === name)?.[1]
}
