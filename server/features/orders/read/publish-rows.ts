import type { BlockState } from '#contracts/rules/block-state.ts';
import type { Topic } from '#contracts/live.ts';
import type { OrderContext } from '../orders.ts';
import { entryOf } from '../../../domain/position/books.ts';
import type { BlockView, PositionView } from '../store/block-view.store.ts';
import { blockPresenter } from './present-block.ts';

type RowTopic = Extract<
  Topic,
  'first-filled' | 'second-filled-take-profit' | 'second-filled-stop-loss' | 'order-block' | 'copy-skipped'
>;

function topicOf(position: PositionView, state: BlockState): RowTopic {
  if (state === 'skipped') return 'copy-skipped';
  if (state === 'take-profit-filled') return 'second-filled-take-profit';
  if (state === 'stop-loss-filled') return 'second-filled-stop-loss';
  const entry = entryOf(position);
  const isEntryNews = state === 'filled' || state === 'partly-filled';
  return isEntryNews && entry?.filledQuantity.gt(0) ? 'first-filled' : 'order-block';
}

/** Publishes the state of a position to a person's open pages, and that a balance has changed with it. */
export const publishRows =
  ({ live, ...deps }: OrderContext) =>
  (view: BlockView, position: PositionView, state: BlockState): void => {
    const { userId, market, symbol } = view.block;
    if (!live.mayBeSeen(userId) || !deps.markets.findExchangePair(market, symbol)) return;
    const body = blockPresenter(deps, view)(position);
    live.toUser(userId, { topic: topicOf(position, state), body });
    live.toUser(userId, { topic: 'balance', body: { keyUid: position.keyId, market } });
  };
