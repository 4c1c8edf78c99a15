/**
 * A stream that was delivered but reports, or shows, that its answer is incomplete. `unclear` if that may depend on the
 * text being generated; a server that reports having aborted of its own accord is clear.
 */
export class StreamFault extends Error {
  override readonly name = 'StreamFault'

  constructor(
    message: string,
    readonly unclear = true,
  ) {
    super(message)
  }
}
