import type { Log } from '../../lib/log.ts';
import type { PairFeed } from './pair-feed.ts';
import type { PriceBook } from './price-book.ts';
import { pairKey, type Watermark, type WatermarksStore } from './watermarks.store.ts';

interface WatermarkContext {
  store: Pick<WatermarksStore, 'save'>;
  feeds: () => Iterable<PairFeed<PriceBook>>;
  log: Log;
}

/** Writes the watermarks that have changed, one write after the other. */
export class WatermarkWriter {
  readonly #deps: WatermarkContext;
  readonly #saved = new Map<string, number>();
  #saving: Promise<void> = Promise.resolve();

  constructor(deps: WatermarkContext) {
    this.#deps = deps;
  }

  /** `before` is written first: what the marks say is evaluated. */
  save(before: () => Promise<void> = async () => {}): void {
    const { store, feeds, log } = this.#deps;
    const marks = [...feeds()].flatMap((feed) => this.#changed(feed) ?? []);
    const write = async () => {
      await before();
      await store.save(marks);
    };
    this.#saving = this.#saving.then(write).catch((error: unknown) => {
      log.error({ err: error }, 'price triggers: the watermarks were not written');
      for (const mark of marks) this.#saved.delete(pairKey(mark));
    });
  }

  idle(): Promise<void> {
    return this.#saving;
  }

  forget(): void {
    this.#saved.clear();
  }

  #changed({ market, symbol, watermark: mark }: PairFeed<PriceBook>): Watermark | null {
    const key = pairKey({ market, symbol });
    if (!mark || this.#saved.get(key) === mark.time) return null;
    this.#saved.set(key, mark.time);
    return { market, symbol, mark };
  }
}
