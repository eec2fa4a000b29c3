import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { costTable, scaleTable } from './scale/table.ts';
import type { UnitCosts } from './scale-model.ts';

const costs = JSON.parse(readFileSync(join(import.meta.dirname, 'unit-costs.json'), 'utf8')) as UnitCosts;
console.log(`${costTable(costs)}\n\n${scaleTable(costs)}`);
