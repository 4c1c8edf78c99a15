/**
 * A stream that was delivered but says, or shows, that the answer in it is not whole. `unclear` where that may depend
 * on what was being written; a server that says it gave up of its own accord is clear.
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
