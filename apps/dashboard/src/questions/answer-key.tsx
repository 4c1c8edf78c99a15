import { VisibleText } from './visible-text'

/** An answer by its comparison key, in three lines at most; its title shows the whole key. */
export function AnswerKey({ text }: { readonly text: string | null | undefined }) {
  return (
    <span className="answer-key" title={text ?? undefined}>
      {text == null ? <em>no answer</em> : <VisibleText text={text} />}
    </span>
  )
}
