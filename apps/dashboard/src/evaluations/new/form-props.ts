import type { Draft } from './draft'
import type { Faults } from './faults'
import type { Offer } from './offer'

/** Common props of the form's sections. */
export interface FormProps {
  readonly draft: Draft
  readonly change: (changes: Partial<Draft>) => void
  readonly faults: Faults
  readonly offer: Offer
}
