import { Fragment } from 'react'

/**
 * Invisible characters that change how text reads: controls except line breaks and tabs, direction marks, zero-width
 * spaces.
 */
const UNSEEN = /([^\P{Cc}\n\t]|\p{Cf}|[\u2028\u2029])/u

/** Text as it was written, with every invisible character replaced by its code point. */
export function VisibleText({ text }: { readonly text: string }) {
  return text.split(UNSEEN).map((piece, at) =>
    // Pieces are texts and what was found between them in turn, known by their places.
    at % 2 === 0 ? (
      <Fragment key={at}>{piece}</Fragment>
    ) : (
      <span key={at} className="unseen" title="a character that is not seen">
        {codeOf(piece)}
      </span>
    ),
  )
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
