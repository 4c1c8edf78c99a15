import { VisibleText } from './visible-text'

/** An answer as it is compared, in three lines at most; hovered, the whole of what is known of it. */
export function AnswerKey({ text }: { readonly text: string | null | undefined }) {
  return (
    <span className="answer-key" title={text ?? undefined}>
      {text == null ? <em>no answer</em> : <VisibleText text={text} />}
    </span>
  )
}
