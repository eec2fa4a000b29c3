/** Storage key of the message to show after a reload. */
export const LEFT_BY_RELOAD = 'toast-after-reload';
