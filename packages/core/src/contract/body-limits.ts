/** Members and elements of the largest bodies: of 2,000 samples with all their signals, or as many short questions as fit into 1 MB. */
export const MANY_MEMBERS = 50_000
