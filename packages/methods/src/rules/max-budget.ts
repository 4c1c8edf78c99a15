/** The largest number of samples a trial can hold; a sample's index is below it. */
export const MAX_BUDGET = 1024
