/** Calls whose answers are public and the same for everyone; apart, for the worker, which knows nothing else of them. */
export const FAQ_PATH = '/api/faq';
export const DONATIONS_PATH = '/api/donation';
