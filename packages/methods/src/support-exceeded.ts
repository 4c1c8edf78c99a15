/** Thrown when more distinct answers were seen than the fixed support of a CGES method allows. */
export class SupportExceeded extends RangeError {
  constructor(seen: number, size: number) {
    super(`${seen} distinct answers were seen, but support is fixed at ${size}`)
    this.name = 'SupportExceeded'
  }
}
