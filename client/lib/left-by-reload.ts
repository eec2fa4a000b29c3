/** Where a page that is about to reload leaves what its successor is to say. */
export const LEFT_BY_RELOAD = 'toast-after-reload';
