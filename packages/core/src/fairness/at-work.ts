/** Coordinators sweep each second; one that has not for this long is gone, or hangs. */
export const AT_WORK_SECONDS = 30
