'use client'

import type { PoolView } from '@cges-fleet/core'
import { pricePool } from '@cges-fleet/core/addresses'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { ask } from '../../api/browser'
import { SubmitButton } from '../../ui/shell/submit-button'

const FIELDS = [
  ['gpuHour', 'GPU hour'],
  ['promptMillion', 'Million prompt tokens'],
  ['completionMillion', 'Million answer tokens'],
] as const

/** What a pool's use costs, for those who run pools to change. */
export function PriceForm({ pool: { name, price } }: { readonly pool: Pick<PoolView, 'name' | 'price'> }) {
  const { refresh } = useRouter()
  const [notice, setNotice] = useState<{ readonly bad: boolean; readonly text: string } | null>(null)
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reply = await ask(pricePool, { path: { pool: name }, body: priceIn(new FormData(event.currentTarget)) })
    setNotice(
      reply.ok ? { bad: false, text: 'Saved. It applies to calls from now on.' } : { bad: true, text: reply.why },
    )
    if (reply.ok) refresh()
  }
  return (
    <details className="panel price-form" data-testid="price">
      <summary>Change the price</summary>
      <form className="team" method="post" aria-label={`Price of ${name}`} onSubmit={(event) => void save(event)}>
        <PriceFields price={price} />
        <SubmitButton>Save the price</SubmitButton>
        {notice === null ? null : (
          <p role={notice.bad ? 'alert' : 'status'} className={notice.bad ? 'bad' : 'muted'}>
            {notice.text}
          </p>
        )}
      </form>
      <p className="muted">Leave a field empty where there is no charge. A pool keeps its first currency.</p>
    </details>
  )
}

function PriceFields({ price }: Pick<PoolView, 'price'>) {
  return (
    <>
      {FIELDS.map(([field, title]) => (
        <label key={field}>
          {title}
          <input
            name={field}
            type="number"
            min="0"
            step="any"
            placeholder="no charge"
            defaultValue={price?.[field] ?? ''}
          />
        </label>
      ))}
      <label>
        Currency
        <input name="currency" required pattern="[A-Z]{3}" placeholder="EUR" defaultValue={price?.currency ?? ''} />
      </label>
    </>
  )
}

function priceIn(form: FormData) {
  const amount = (field: string) => (form.get(field) === '' ? null : Number(form.get(field)))
  const currency = form.get('currency')
  const [gpuHour, promptMillion, completionMillion] = FIELDS.map(([field]) => amount(field))
  return {
    gpuHour: gpuHour ?? null,
    promptMillion: promptMillion ?? null,
    completionMillion: completionMillion ?? null,
    currency: typeof currency === 'string' ? currency : '',
  }
}
