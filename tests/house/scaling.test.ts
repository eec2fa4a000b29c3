import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import * as schema from '../../server/db/schema/index.ts';
import { loadOf } from '../bench/scale/workload.ts';
import { costTable, scaleTable } from '../bench/scale/table.ts';
import { predict, processesFor, type UnitCosts } from '../bench/scale-model.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
const paper = read('SCALING.md');
const costs = JSON.parse(read('tests', 'bench', 'unit-costs.json')) as UnitCosts;

describe('SCALING.md', () => {
  it('has the tables of the measured costs, as npm run scale prints them', () => {
    expect(paper).toContain(costTable(costs));
    expect(paper).toContain(scaleTable(costs));
    expect(paper).toContain(costs.measured.on);
    expect(paper).toContain(costs.measured.machine);
  });

  it('names the tables whose key does not begin with user_id, and what else is unique without it', () => {
    const isOwn = (value: unknown): value is PgTable =>
      is(value, PgTable) && getTableConfig(value).schema === undefined;
    const foreign = Object.values<unknown>(schema)
      .filter(isOwn)
      .flatMap((table) => {
        const { name, columns, primaryKeys, uniqueConstraints } = getTableConfig(table);
        const [key] = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
        const inColumns = columns.filter(({ isUnique }) => isUnique).map((column) => column.name);
        const first = uniqueConstraints.map((each) => each.columns[0]?.name ?? '').concat(inColumns);
        const others = first.filter((column) => column !== 'user_id').map((column) => `${name}.${column}`);
        return key?.name === 'user_id' ? others : others.concat(name);
      });
    expect(foreign.length).toBeGreaterThan(10);
    expect(foreign.filter((name) => !paper.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('the model of scale', () => {
  it('needs no fewer processes for more people, and adds up what is done', () => {
    const needed = [100, 1000, 10_000].map((people) => processesFor(costs, loadOf(people)).engine ?? Infinity);
    expect(needed).toEqual(needed.toSorted((one, other) => one - other));
    const processes = { web: 2, engine: 2 };
    const [once, twice] = [1000, 2000].map((people) => predict(costs, { ...loadOf(people), tick: 0 }, processes).rows);
    const none = predict(costs, { ...loadOf(0), tick: 0 }, processes).rows;
    expect((twice ?? 0) - none).toBeCloseTo(2 * ((once ?? 0) - none), 6);
  });
});
