import type { Big } from 'big.js';
import type { ChartLine } from '../chart-line.ts';

/** What one label stands for: a line, or several of the same kind at the same price. */
export interface Tag {
  /** Of its first line. */
  id: string;
  line: ChartLine;
  count: number;
  price: Big;
}

/** Merges equal lines; a line being moved has another price than the others. */
export function tagsOf(lines: readonly ChartLine[], priceOf: (line: ChartLine) => Big): Tag[] {
  const tags = new Map<string, Tag>();
  for (const line of lines) {
    const price = priceOf(line);
    const name = `${line.kind} ${line.label} ${price.toFixed()}`;
    const tag = tags.get(name);
    if (tag) tag.count += 1;
    else tags.set(name, { id: line.id, line, count: 1, price });
  }
  return [...tags.values()];
}
