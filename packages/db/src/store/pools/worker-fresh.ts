/** A worker without a heartbeat for this long no longer counts. */
export const WORKER_FRESH = `interval '30 seconds'`
