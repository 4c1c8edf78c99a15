/** The refusals that several routes give, in the words of their document. */
export const REFUSED = 'refused: names the field and the remedy'
export const UNKNOWN = 'there is none'
export const AWAY = 'a store cannot be reached'
