'use client'

interface Props {
  readonly label: string
  readonly about: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

/** A checkbox field. */
export function CheckField({ label, about, checked, onChange }: Props) {
  return (
    <label className="check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />{' '}
      <strong>{label}</strong> {about}
    </label>
  )
}
