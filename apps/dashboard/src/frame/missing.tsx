interface Props {
  readonly why: string
}

/** A number that is not known yet, with the reason as its title. A measured zero is never shown like this. */
export function Missing({ why }: Props) {
  return (
    <span className="missing" title={why}>
      <span aria-hidden="true">—</span>
      <span className="sr-only">not known: {why}</span>
    </span>
  )
}
