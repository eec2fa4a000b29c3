import { isolated } from '#contracts/rules/isolated.ts';
import { entryOf } from '../../../domain/position/books.ts';
import type { Protection } from '../../../domain/exits/protection.ts';
import type { EngineContext } from '../orders.ts';
import { faultText } from '../read/protection-text.ts';
import type { BlockView, PositionView } from '../store/block-view.store.ts';
import type { BlockEvent } from '../store/work.store.ts';

/** V-13: the owner is notified of a position that has lacked its protection for so long, ms. */
const NOTIFY_AFTER = 10_000;

interface Looked {
  view: BlockView;
  position: PositionView;
  /** Null where it cannot be computed now, or nothing is open any more. */
  protection: Protection | null;
}
/** A notification to the owner: `since` when it is not protected, UTC epoch ms; null where that is over. */
interface Reported {
  since: number | null;
  headline: string;
  text: string;
}

const IS_BACK = 'Its targets are held as you set them.';
const IS_OVER = 'It holds nothing any more.';

const isSafe = ({ label }: Protection): boolean => label !== 'placing' && label !== 'unprotected';
const isOpen = ({ row, released }: PositionView): boolean => row.endedAt === null && !released;
const isHolding = (position: PositionView): boolean =>
  isOpen(position) && (entryOf(position)?.filledQuantity.gt(0) ?? false);

/** Notifies the owner when a position has been without the protection they set, and when it has it again. */
export class ProtectionWatch {
  readonly #deps: Pick<EngineContext, 'clock' | 'markets' | 'notifications' | 'facts'>;
  readonly #since = new Map<string, number>();

  constructor(deps: Pick<EngineContext, 'clock' | 'markets' | 'notifications' | 'facts'>) {
    this.#deps = deps;
  }

  /** Called whenever a position was looked at. */
  async look(looked: Looked): Promise<void> {
    const { position, protection } = looked;
    if (!isHolding(position)) return this.#isBack(looked);
    if (!protection || protection.label === 'unknown') return;
    return isSafe(protection) ? this.#isBack(looked) : this.#isMissing(looked, protection);
  }

  async #isBack(looked: Looked): Promise<void> {
    const { position } = looked;
    this.#since.delete(position.id);
    if (position.row.unprotectedSince === null) return;
    const reported = isOpen(position)
      ? { since: null, headline: 'is protected again', text: IS_BACK }
      : { since: null, headline: 'is closed', text: IS_OVER };
    await this.#publish(looked, reported);
  }

  async #isMissing(looked: Looked, { fault }: Protection): Promise<void> {
    const { position, view } = looked;
    const now = this.#deps.clock();
    const since = this.#since.get(position.id) ?? now;
    this.#since.set(position.id, since);
    if (position.row.unprotectedSince !== null || now - since < NOTIFY_AFTER) return;
    const text = faultText(fault, { market: view.block.market, reason: position.row.reason });
    await this.#publish(looked, { since, headline: 'is not protected', text });
  }

  async #publish({ view, position }: Looked, { since, headline, text }: Reported): Promise<void> {
    const { clock, facts, markets, notifications } = this.#deps;
    const { userId, id: blockId, market, symbol } = view.block;
    const now = clock();
    const pair = markets.findPair(market, symbol);
    const name = pair ? `${pair.baseCurrency}/${pair.counterCurrency}` : symbol;
    const isProtected = since === null;
    const kind = isProtected ? 'protection-back' : 'protection-lost';
    const details = isProtected ? {} : { reason: text };
    const event: BlockEvent = { userId, blockId, positionId: position.id, kind, details, at: now };
    const notice = {
      userId,
      now,
      blockId,
      symbolName: pair?.name ?? symbol.toLowerCase(),
      market,
      isProtected,
      title: `${name} ${headline}`,
      text: `${isolated(position.keyName)}: ${text}`,
    };
    const change = { set: { unprotectedSince: since }, events: [event], now };
    await facts.store.changePosition(position.row, change, (tx) => notifications.queuePositionNotice(tx, notice));
    notifications.wake();
  }
}
