/** One change to a text that a check must catch. */
export interface Mutation {
  readonly what: string
  readonly replace: string | RegExp
  readonly by: string
  readonly offence: RegExp
}

/** Makes the mutated text; a mutation that changes nothing is a mistake in the test. */
export function mutated(text: string, { what, replace, by }: Mutation): string {
  const changed = text.replace(replace, by)
  if (changed === text) throw new Error(`"${what}" changes nothing`)
  return changed
}
