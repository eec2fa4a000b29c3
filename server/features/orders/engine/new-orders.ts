import type { UnderWay } from '../../../lib/under-way.ts';
import type { OpenKey } from '../../keys/index.ts';
import type { EngineContext } from '../orders.ts';
import type { OrderSender, SentOrders } from '../sending/order-sender.ts';
import { NOT_REPEATED } from '../sending/planned-copy.ts';
import type { BlockView, PositionView } from '../store/block-view.store.ts';

interface SendingDeps extends Pick<
  EngineContext,
  'clock' | 'log' | 'keys' | 'facts' | 'watch' | 'schedule' | 'publish'
> {
  sender: OrderSender;
  underWay: UnderWay;
}

interface Copies {
  view: BlockView;
  copies: readonly PositionView[];
  keys: ReadonlyMap<string, OpenKey>;
}

const rowsOf = ({ orders }: PositionView) => orders.map(({ row }) => row);

/** Sends the orders of a block that a command of this process has just written. */
export function newOrders(deps: SendingDeps) {
  const { facts, sender, watch, schedule, log } = deps;

  async function sendCopies({ view, copies, keys }: Copies): Promise<void> {
    const { userId, id: blockId } = view.block;
    // What no key can send stays planned.
    const sendable = copies.filter(({ keyId }) => keys.has(keyId));
    const ids = sendable.flatMap(({ orders }) => orders.map(({ id }) => id));
    const begun = await facts.store.begin({ userId, ids, now: deps.clock() });
    const rowsByPosition = Map.groupBy(begun, ({ positionId }) => positionId);
    for (const position of copies) {
      if (position.row.skipCode !== null) deps.publish(view, position, 'skipped');
      const key = keys.get(position.keyId);
      const rows = rowsByPosition.get(position.id);
      if (!key || !rows) continue;
      watch(userId, key);
      const sent = sender.send({ view, position, key }, rows);
      void deps.underWay.add(
        sent.then(() => schedule({ userId, blockId }, position.id)),
        (error) => log.error({ error, blockId }, 'a copy was not sent'),
      );
    }
  }

  /** Before the call is answered, so that no copy of a refused order stays open. */
  async function rejectCopies(copies: readonly PositionView[]): Promise<void> {
    for (const { clientOrderId } of copies.flatMap(({ orders }) => orders))
      await facts.settle(clientOrderId, 'rejected', NOT_REPEATED);
  }

  /**
   * The main key's order first; once it is taken, all copies at once, and no answer waits for them. While its answer is
   * lost they stay planned, and the engine sends or rejects them when it is known.
   */
  return async (view: BlockView, mainKey: OpenKey): Promise<SentOrders> => {
    const { userId, id: blockId } = view.block;
    const [main, ...copies] = view.positions;
    if (!main) throw new Error(`block ${blockId} has no position`);
    watch(userId, mainKey);
    const keyIds = copies.map(({ keyId }) => keyId);
    const [sent, keys] = await Promise.all([
      sender.sendNew({ view, position: main, key: mainKey }, rowsOf(main)),
      deps.keys.byIds(userId, keyIds),
    ]);
    if (sent.outcome === 'refused') await rejectCopies(copies);
    schedule({ userId, blockId });
    if (sent.outcome === 'done') await sendCopies({ view, copies, keys });
    return sent;
  };
}
