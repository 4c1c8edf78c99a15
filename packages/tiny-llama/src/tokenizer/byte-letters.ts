/** The letter that stands for each byte in the vocabulary of a byte-level BPE: printable ones for themselves (GPT-2). */
export const BYTE_LETTERS: readonly string[] = letters()

function letters(): string[] {
  let others = 0
  return Array.from({ length: 256 }, (_, byte) => {
    const printable = (byte > 32 && byte < 127) || (byte > 160 && byte < 173) || byte > 173
    return String.fromCodePoint(printable ? byte : 256 + others++)
  })
}
