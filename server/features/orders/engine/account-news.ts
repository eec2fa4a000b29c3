import type { AccountEvent } from '../../../exchanges/exchange.ts';
import type { OpenKey } from '../../keys/index.ts';
import type { ExternalChanges } from '../external/external-changes.ts';
import type { OutsideDeals } from '../external/external-deals.ts';
import type { EngineContext } from '../orders.ts';
import { isOurs } from '../store/external-name.ts';
import type { OrderComparison } from './order-comparison.ts';

interface NewsContext extends Pick<EngineContext, 'facts' | 'inFlight'> {
  comparison: OrderComparison;
  external: ExternalChanges;
  outside: OutsideDeals;
}

/** Passes on what a key's stream says; what it says of our own orders is written down. */
export const accountNews =
  ({ facts, inFlight, comparison, external, outside }: NewsContext) =>
  async (key: OpenKey, event: AccountEvent, userId: string): Promise<void> => {
    if (event.kind === 'gap') {
      inFlight.missed(key.keyId);
      await comparison.ofKey(await facts.store.liveOfKey(key.keyId), { isAfterGap: true });
    }
    external.receive(userId, key, event);
    outside.receive(key, event);
    if (event.kind !== 'order' || !isOurs(event.order)) return;
    const { clientOrderId, state, exchangeListId } = event.order;
    // The answer that is on its way says the same: that it rests. Of a list it may say less.
    const isInAnswer = state === 'pending' || (state === 'open' && exchangeListId === null);
    if (isInAnswer && inFlight.has(clientOrderId)) return;
    await facts.apply(key, event.order, event.fill);
  };
