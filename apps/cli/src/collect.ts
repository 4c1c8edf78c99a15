/** Gathers the values of an option that may be given again. */
export function collect(text: string, earlier: string[] = []): string[] {
  return [...earlier, text]
}
