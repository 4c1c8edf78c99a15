import Link from 'next/link'

interface Props {
  readonly id: string
  readonly name: string
  /** The address of the list, on the page of one of its questions. */
  readonly list?: string
}

/** The way back from questions to their evaluation. */
export function QuestionCrumbs({ id, name, list }: Props) {
  return (
    <nav className="crumbs" aria-label="Breadcrumb">
      <Link href="/evaluations">Evaluations</Link> / <Link href={`/evaluations/${encodeURIComponent(id)}`}>{name}</Link>
      {list === undefined ? null : (
        <>
          {' '}
          / <Link href={list}>Questions</Link>
        </>
      )}
    </nav>
  )
}
