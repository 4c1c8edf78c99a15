import type { ReactNode } from 'react'

interface Props {
  readonly name: string
  readonly value: ReactNode
  readonly detail?: ReactNode
}

/** One number of the strip above the table. */
export function Kpi({ name, value, detail }: Props) {
  return (
    <div className="kpi">
      <dt>{name}</dt>
      <dd className="kpi-value">{value}</dd>
      {detail === undefined ? null : <dd className="kpi-detail">{detail}</dd>}
    </div>
  )
}
