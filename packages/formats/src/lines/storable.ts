/** Makes a text one that PostgreSQL stores: every character but NUL and half a surrogate pair, which a cut can leave behind. */
export function storable(text: string): string {
  return text.replaceAll(/\0|\p{Surrogate}/gu, '\uFFFD')
}
