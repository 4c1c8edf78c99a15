import type { OfferedParameter } from './offer'

/** The explanations of the shared parameters, given once, for the fields of every method to refer to. */
export function SharedParameters({ parameters }: { readonly parameters: readonly OfferedParameter[] }) {
  return (
    <dl className="shared-parameters" data-testid="shared-parameters">
      {parameters.map(({ name, about, range }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd id={sharedId(name)}>
            {about}; {range}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The id of a shared parameter's explanation. */
export function sharedId(name: string): string {
  return `about-${name}`
}
