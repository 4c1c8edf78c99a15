/** What was given cannot be used: its message tells its giver what is wrong and what to do. */
export class InputError extends Error {}

/** A file as the program that holds it opens it: on a disk, or dropped on a page. Its name's ending says what it is. */
export interface DataFile {
  /** How messages name it. */
  readonly name: string
  /** Its name, size and time of change: the same for the same file. */
  readonly stamp: string
  /** About how many bytes of text it holds, unpacked. */
  readonly textSize: number
  /**
   * Its text, strictly UTF-8, decompressed if its name ends in .gz; `onBytes` gets the progress in bytes of that text.
   * Throws an `InputError` if it cannot be read.
   */
  readonly text: (onBytes?: (bytes: number) => void) => AsyncIterable<string>
  /** Its rows if it is Parquet; throws what is wrong with it. */
  readonly parquetRows: () => Promise<readonly object[]>
  /** The members of an archive in the order of its directory; `read` is given one at a time. */
  readonly archive: () => Promise<Archive>
}

export interface Archive {
  readonly members: readonly ArchiveMember[]
  readonly close: () => void
}

export interface ArchiveMember {
  readonly name: string
  readonly packedSize: number
  readonly size: number
  /** Its text, strictly UTF-8; throws an `InputError` if it cannot be unpacked. */
  readonly text: () => Promise<string>
}
