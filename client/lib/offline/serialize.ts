import { Big } from 'big.js';

const DECIMAL = '$decimal';

/** Serializes query data; decimals are tagged, because IndexedDB's structured clone drops their methods. */
export const serialize = (data: unknown): string =>
  JSON.stringify(data, function mark(this: Record<string, unknown>, name, value: unknown) {
    const before = this[name];
    return before instanceof Big ? { [DECIMAL]: before.toFixed() } : value;
  });

const isMarked = (value: unknown): value is { [DECIMAL]: string } =>
  typeof value === 'object' && value !== null && DECIMAL in value;

export const deserialize = (text: string): unknown =>
  JSON.parse(text, (_, value: unknown) => (isMarked(value) ? new Big(value[DECIMAL]) : value));
