import type { Big } from 'big.js';
import { max, ZERO } from '#contracts/rules/decimal.ts';
import { type BasketFacts, heldOf, missingOf } from '../../../domain/strategies/basket/basket-facts.ts';
import type { OpenKey } from '../../keys/index.ts';
import { keptOf } from '../bot-claims.ts';
import type { BotDeps } from '../deps.ts';

interface Of {
  userId: string;
  key: OpenKey;
  facts: BasketFacts;
}

/** C-5: without what belongs to other bots of the key. */
async function besideOthers({ claims }: Pick<BotDeps, 'claims'>, of: Of, free: ReadonlyMap<string, Big>) {
  const kept = await claims.kept(of.userId, of.key.keyId);
  const { assets, orders } = of.facts;
  return new Map(
    assets.map((asset) => {
      const others = max(ZERO, keptOf(kept, asset.name).minus(heldOf(asset, orders)));
      return [asset.name, max(ZERO, (free.get(asset.name) ?? ZERO).minus(others))] as const;
    }),
  );
}

/**
 * C-18: what its key has free of its assets; null while not known. `known` is what its stream reports: where that is not
 * known, or something seems missing, the exchange is asked itself.
 */
export async function freeOfBasket(
  deps: Pick<BotDeps, 'claims' | 'markets'>,
  of: Of,
  known: (asset: string) => Big | null = () => null,
): Promise<ReadonlyMap<string, Big> | null> {
  const streamed = of.facts.assets.flatMap(({ name }) => {
    const free = known(name);
    return free ? [[name, free] as const] : [];
  });
  const free = streamed.length === of.facts.assets.length ? await besideOthers(deps, of, new Map(streamed)) : null;
  if (free && missingOf(of.facts, free).length === 0) return free;
  const asked = await deps.markets.exchange(of.key.market).balances(of.key.credentials, 'order');
  if (asked.outcome !== 'ok') return null;
  return besideOthers(deps, of, new Map(asked.value.map((balance) => [balance.asset, balance.free])));
}
