import { DAY, HOUR } from '#contracts/rules/time.ts';

/** How long a message is worth sending, in ms. */
export const FIRING_LIFETIME = HOUR;
export const NOTICE_LIFETIME = DAY;
