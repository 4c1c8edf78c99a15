/** One of the values that a preference can have. */
export interface Choice<Value extends string> {
  readonly value: Value
  /** A symbol for it, used when there is no room for its word. */
  readonly mark: string
  readonly word: string
}
