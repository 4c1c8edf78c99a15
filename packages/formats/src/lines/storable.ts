/** Makes a text storable in PostgreSQL: removes NUL and lone surrogates, which a cut can leave behind. */
export function storable(text: string): string {
  return text.replaceAll(/\0|\p{Surrogate}/gu, '\uFFFD')
}
