import type { FormProps } from './form-props'
import type { Offer } from './offer'
import { SelectField } from './select-field'

interface Props extends FormProps {
  readonly webhooks: Offer['webhooks']
}

/** Who is notified of the evaluation's end; nothing if the fleet has no webhooks. */
export function NotifyField({ draft: { notify }, change, faults, webhooks }: Props) {
  if (webhooks.length === 0 && notify === '') return null
  return (
    <div className="fields">
      <SelectField
        path="notify"
        label="Tell when it has ended"
        about="a webhook of those whoever runs the fleet has entered"
        value={notify}
        onChange={(name) => change({ notify: name })}
        faults={faults}
        options={[
          { value: '', text: 'nobody' },
          ...webhooks.map(({ name, host }) => ({ value: name, text: `${name} (${host})` })),
        ]}
      />
    </div>
  )
}
