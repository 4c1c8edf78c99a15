import { Fragment } from 'react'

/** Characters that change how text is read without being seen: controls but for line breaks and tabs, marks of direction, blanks of no width. */
const UNSEEN = /([\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF])/u

/** Text as it was written, with every character that would not be seen told by its code point. */
export function VisibleText({ text }: { readonly text: string }) {
  return text.split(UNSEEN).map((piece, at) =>
    // What stands between two matches is text, every other piece is a match: the place is what it is known by.
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
