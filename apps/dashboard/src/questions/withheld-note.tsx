interface Props {
  /** The same page with everything shown. */
  readonly address: string
}

/** Explains why questions and answers are not shown, and how to see them. */
export function WithheldNote({ address }: Props) {
  return (
    <p className="note-warning" data-testid="withheld">
      This benchmark is gated: its questions, answers and responses are not shown unless you ask, so that they get
      nowhere by accident. Answers are numbered instead. <a href={address}>Show them</a>
    </p>
  )
}
