/** A stream that was delivered but says, or shows, that the answer in it is not whole. */
export class StreamFault extends Error {
  override readonly name = 'StreamFault'
}
