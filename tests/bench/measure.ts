export interface Row {
  name: string;
  /** The measured value with its unit, medians and spread. */
  found: string;
  goal: string;
  met: boolean;
  /** Over the floor of the same run, where lower is better: what later work must not lose (kept.ts). */
  ratio?: number;
}

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);

export function median(values: readonly number[]): number {
  const ordered = sorted(values);
  const middle = ordered.length >> 1;
  const [low = 0, high = 0] = ordered.length % 2 ? [ordered[middle], ordered[middle]] : ordered.slice(middle - 1);
  return (low + high) / 2;
}

/** The value that so many of a hundred do not exceed. */
export function percentile(values: readonly number[], of: number): number {
  const ordered = sorted(values);
  return ordered[Math.ceil((ordered.length * of) / 100) - 1] ?? 0;
}

const number = (value: number) => (value < 100 ? value.toFixed(1) : value.toFixed(0));

/** '12.3 ms (11.0 to 14.2)' */
export function summary(values: readonly number[], unit: string): string {
  const ordered = sorted(values);
  return `${number(median(values))} ${unit} (${number(ordered[0] ?? 0)} to ${number(ordered.at(-1) ?? 0)})`;
}

/** Floor and product in turn, so that what else the machine does meets both. */
export async function inTurn(
  rounds: number,
  { baseline, product }: { baseline: () => Promise<number>; product: () => Promise<number> },
): Promise<{ baselines: number[]; products: number[] }> {
  const baselines: number[] = [];
  const products: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    baselines.push(await baseline());
    products.push(await product());
  }
  return { baselines, products };
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

export function print(rows: readonly Row[]): void {
  for (const { name, found, goal, met } of rows) {
    console.log(`${met ? 'met   ' : 'MISSED'}  ${name}\n        ${found}; goal: ${goal}`);
  }
}
