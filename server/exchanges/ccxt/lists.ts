import type { Exchange } from '../exchange.ts';
import { notSent } from '../refusals.ts';

type ListCalls = Pick<Exchange, 'placeList' | 'cancelList' | 'findList'>;

/** For an exchange without order lists: refused here, with what is done instead. */
export function refuseLists(name: string): ListCalls {
  const refused = async () =>
    notSent(
      `${name} has no order lists: Tandem itself watches a take profit and a stop loss there, and cancels one when the other is filled.`,
    );
  return { placeList: refused, cancelList: refused, findList: refused };
}
