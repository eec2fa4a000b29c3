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

/** What the rows of one context depend on besides what is stored of their block, and the time. */
function inputsOf(context: RowContext, assets: ReadonlySet<string>): unknown[] {
  const { now: _, shown, priceOf, ...others } = context;
  return [...Object.values(others), ...Object.values(shown), ...[...assets].map((asset) => priceOf(asset, 0))];
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

interface Encoded {
  json: string;
  inputs: readonly unknown[];
  /** From then on time alone may have changed it, UTC epoch ms. */
  until: number;
}

/**
 * The rows of blocks as JSON text, made anew only when something has changed that they are told by: the block as it is
 * stored, which comes as another view then, the market, fees, or the time while a position's protection depends on it.
 */
export function encodedRows() {
  const encoded = new WeakMap<BlockView, Encoded>();

  /** For the blocks of one answer, and those parts of them that are asked for. */
  return (deps: RowDeps, partsOf: (view: BlockView) => PositionView[] = ({ positions }) => positions) => {
    const contextsOf = blockContexts(deps);
    const now = deps.clock();
    return (view: BlockView): string => {
      const parts = partsOf(view).map((position) => ({ position, context: contextsOf(view)(position) }));
      const present = () => encode(parts.map(({ position, context }) => presentPosition(view, position, context)));
      if (parts.length !== view.positions.length) return present();
      const assets = unpricedAssets(view);
      const inputs = parts.flatMap(({ context }) => inputsOf(context, assets));
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
