import type { AuditDetails } from '#contracts/audit.ts';
import type { Wanted } from './commands/entry/plan-entry.ts';
import { exitPrices, intentOf } from './intent.ts';
import type { Orders } from './orders.ts';
import type { BlockView, PositionView } from './store/block-view.store.ts';

const shown = (pair: string): string => pair.replace('_', '/').toUpperCase();

/** Notes for the audit log what a person did to their deals. No call waits for it. */
export function dealNotes({ recordLater, markets }: Pick<Orders, 'recordLater' | 'markets'>) {
  const facts = ({ block }: BlockView): AuditDetails => ({
    blockId: block.id,
    market: block.market,
    pair: shown(markets.pairName(block.market, block.symbol) ?? block.symbol),
    side: block.section,
  });
  return {
    /** `unsure`: its answer was lost, and it is looked up. */
    placed(
      userId: string,
      { market, symbolName, section, ...wanted }: Wanted,
      of: { blockId: string; unsure: boolean },
    ) {
      recordLater(userId, 'order-placed', {
        blockId: of.blockId,
        market,
        pair: shown(symbolName),
        side: section,
        price: wanted.price.toFixed(),
        total: wanted.counterQuantity.toFixed(),
        takeProfit: wanted.takeProfitPrice?.toFixed() ?? null,
        stopLoss: wanted.stopLossPrice?.toFixed() ?? null,
        unsure: of.unsure,
      });
    },
    changed: (view: BlockView, { price, quantity }: Record<'price' | 'quantity', string>): void =>
      recordLater(view.block.userId, 'order-changed', { ...facts(view), price, quantity }),
    targetsChanged(view: BlockView): void {
      const [main] = view.positions;
      const targets = exitPrices(main ? intentOf(view, main) : view.intent);
      recordLater(view.block.userId, 'targets-changed', { ...facts(view), ...targets });
    },
    closed: (view: BlockView): void => recordLater(view.block.userId, 'block-closed', facts(view)),
    partClosed: (view: BlockView, quantity: string): void =>
      recordLater(view.block.userId, 'part-closed', { ...facts(view), quantity }),
    joined: (view: BlockView, blocks: number): void =>
      recordLater(view.block.userId, 'blocks-joined', { ...facts(view), blocks }),
    split: (view: BlockView, blocks: number): void =>
      recordLater(view.block.userId, 'block-split', { ...facts(view), blocks }),
    removed: (view: BlockView): void => recordLater(view.block.userId, 'block-removed', facts(view)),
    retried: (view: BlockView, { keyName }: PositionView): void =>
      recordLater(view.block.userId, 'copy-retried', { ...facts(view), name: keyName }),
  };
}
