import { Big } from 'big.js';
import * as z from 'zod/mini';
import { OrderBlock } from '#contracts/order-block.ts';
import { nextLookAt } from '../../../domain/exits/next-look.ts';
import type { BlockView, PositionView } from '../store/block-view.store.ts';
import type { RowContext } from './figures/row-context.ts';
import { blockContexts, type RowDeps } from './present-block.ts';
import { presentPosition } from './present-position.ts';

const Rows = z.array(OrderBlock);
const encode = (rows: OrderBlock[]): string => JSON.stringify(z.encode(Rows, rows));

/** What all rows of a pair depend on besides what is stored of their blocks, and the time. */
function sharedInputs({ now: _now, fee: _fee, priceOf: _priceOf, shown, ...others }: RowContext): unknown[] {
  return [...Object.values(others), ...Object.values(shown)];
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (one instanceof Big && other instanceof Big && one.eq(other));

const areSame = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((one, at) => isSame(one, others[at]));

/** Assets whose price is needed: fees were paid in them, and what they were worth then is not known. */
const unpricedAssets = ({ positions }: BlockView): ReadonlySet<string> =>
  new Set(
    positions.flatMap(({ fills }) =>
      fills.flatMap(({ commissionAsset, commissionPrice }) => (commissionPrice ? [] : [commissionAsset])),
    ),
  );

/**
 * Stands for what all rows of a pair depend on: the same object as long as nothing of it changes. Within one answer it is
 * compared once for each pair.
 */
function pairStamps() {
  const lastStamps = new WeakMap<RowContext['pair'], readonly unknown[]>();
  return () => {
    const ofAnswer = new Map<RowContext['pair'], readonly unknown[]>();
    return (context: RowContext): readonly unknown[] => {
      const known = ofAnswer.get(context.pair);
      if (known) return known;
      const [last, inputs] = [lastStamps.get(context.pair), sharedInputs(context)];
      const stamp = last && areSame(last, inputs) ? last : inputs;
      lastStamps.set(context.pair, stamp);
      ofAnswer.set(context.pair, stamp);
      return stamp;
    };
  };
}

interface Encoded {
  json: string;
  inputs: readonly unknown[];
  /** From then on time alone may have changed it, UTC epoch ms. */
  until: number;
}

/**
 * The rows of blocks as JSON text, made anew only when something that they show has changed: the block as it is
 * stored, which comes as another view then, the market, fees, or the time while a position's protection depends on it.
 */
export function encodedRows() {
  const encoded = new WeakMap<BlockView, Encoded>();
  const stamps = pairStamps();

  /** For the blocks of one answer, and those parts of them that are asked for. */
  return (deps: RowDeps, partsOf: (view: BlockView) => PositionView[] = ({ positions }) => positions) => {
    const contextsOf = blockContexts(deps);
    const now = deps.clock();
    const stampOf = stamps();
    return (view: BlockView): string => {
      const parts = partsOf(view).map((position) => ({ position, context: contextsOf(view)(position) }));
      const present = () => encode(parts.map(({ position, context }) => presentPosition(view, position, context)));
      if (parts.length !== view.positions.length) return present();
      const assets = unpricedAssets(view);
      const inputs = parts.flatMap(({ context }) => [
        stampOf(context),
        context.fee,
        ...[...assets].map((asset) => context.priceOf(asset, 0)),
      ]);
      const known = encoded.get(view);
      if (known && now < known.until && areSame(known.inputs, inputs)) return known.json;
      const looks = parts.map(({ position, context }) => nextLookAt(position, context) ?? Infinity);
      const made = { json: present(), inputs, until: Math.min(...looks) };
      encoded.set(view, made);
      return made.json;
    };
  };
}
export type EncodedRows = ReturnType<typeof encodedRows>;
