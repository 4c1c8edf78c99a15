/** Databases of the test run's Redis: each fleet has one of its own, as two fleets must. */
export const REDIS_DATABASES = 10_000
