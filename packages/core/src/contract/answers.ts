/** Refusals shared by several routes, as their OpenAPI document words them. */
export const REFUSED = 'refused: names the field and the remedy'
export const UNKNOWN = 'there is none'
export const AWAY = 'a store cannot be reached'
