/** The most bytes of a file that a page reads, decompressed: what the command line reads whole. */
export const LARGEST_FILE = 256 * 2 ** 20

/** What is wrong with a file that is not UTF-8, and what to do. */
export const NOT_UTF8 = 'is not UTF-8. Convert it: iconv -f WINDOWS-1252 -t UTF-8 old > new'

type Decoded = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: string }

/** Reads a file as UTF-8, decompressed if its name ends in .gz; the problem begins with a verb. */
export async function decodedText(file: File): Promise<Decoded> {
  const bytes = file.name.endsWith('.gz') ? await unzipped(file) : new Uint8Array(await file.arrayBuffer())
  if (bytes === null) return { ok: false, problem: 'is not gzip, or has more than 256 MB unpacked.' }
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { ok: false, problem: NOT_UTF8 }
  }
}

/** Unpacks a file; null if it is no gzip or unpacks to more than a page reads. */
async function unzipped(file: File): Promise<Uint8Array | null> {
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader()
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer())
      size += value.length
      if (size > LARGEST_FILE) return null
      pieces.push(value)
    }
  } catch {
    return null
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
