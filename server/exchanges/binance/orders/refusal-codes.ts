import type { Rejection } from '../../exchange.ts';

const NEW_ORDER_REJECTED = -2010;
export const CANCEL_REJECTED = -2011;
export const NO_SUCH_ORDER = -2013;

export const isDuplicate = (refused: Rejection): boolean =>
  refused.code === NEW_ORDER_REJECTED && refused.message.startsWith('Duplicate order sent');
