/** One of the values that a preference can have. */
export interface Choice<Value extends string> {
  readonly value: Value
  /** A sign for it where there is no room for its word. */
  readonly mark: string
  readonly word: string
}
