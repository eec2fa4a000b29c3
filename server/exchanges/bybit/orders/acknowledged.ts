import * as z from 'zod/mini';
import { result } from '../bybit-messages.ts';

/** Taken on, not done. */
export const Acknowledged = result(z.object({ orderId: z.string().check(z.minLength(1)), orderLinkId: z.string() }));

// Codes: https://bybit-exchange.github.io/docs/v5/error
export const NEW_ORDER_REJECTED = 170210;
export const DUPLICATES: ReadonlySet<number> = new Set([10014, 110072, 170141]);
/** There is no such order, or none any more. */
export const TOO_LATE: ReadonlySet<number> = new Set([110001, 110008, 110010, 170139, 170142, 170143, 170190, 170213]);
