import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { AccountEvent, Balance } from '../../../exchanges/exchange.ts';

interface Known {
  free: Map<string, Big>;
  /** True where the whole account was read: an asset that is not listed is 0. */
  isWhole: boolean;
}

/** What each watched key has free, by its account stream since the last gap. */
export function knownFree() {
  const byKey = new Map<string, Known>();
  /** Counts what was received of a key, so that a reading that has become old is not kept. */
  const received = new Map<string, number>();
  const count = (keyId: string): number => received.get(keyId) ?? 0;
  return {
    receive(keyId: string, event: AccountEvent): void {
      if (event.kind === 'order') return;
      received.set(keyId, count(keyId) + 1);
      if (event.kind === 'gap' || event.balances.length === 0) {
        byKey.delete(keyId);
        return;
      }
      const known = byKey.get(keyId) ?? { free: new Map<string, Big>(), isWhole: false };
      for (const { asset, free } of event.balances) known.free.set(asset, free);
      byKey.set(keyId, known);
    },
    /** Begins a reading of a key's balances; the returned function takes the answer. */
    reading(keyId: string): (balances: readonly Balance[]) => void {
      const began = count(keyId);
      return (balances) => {
        if (!received.has(keyId) || count(keyId) !== began) return;
        byKey.set(keyId, { free: new Map(balances.map(({ asset, free }) => [asset, free])), isWhole: true });
      };
    },
    /** Null while it is not known. */
    of(keyId: string, asset: string): Big | null {
      const known = byKey.get(keyId);
      return known?.free.get(asset) ?? (known?.isWhole ? ZERO : null);
    },
    /** Keys that are watched no more are not known any more. */
    keepOnly(keyIds: ReadonlySet<string>): void {
      for (const keyId of received.keys()) {
        if (keyIds.has(keyId)) continue;
        received.delete(keyId);
        byKey.delete(keyId);
      }
    },
  };
}
export type KnownFree = ReturnType<typeof knownFree>;
