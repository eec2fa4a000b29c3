import { parseArgs } from 'node:util';
import { hasTraded } from './bots.ts';
import { rehearse } from './rehearsal.ts';

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '120' },
    calm: { type: 'boolean', default: false },
    seed: { type: 'string', default: `${Date.now()}` },
  },
});
const { people, seconds, seed, calm } = values;
console.log(`Rehearsal with ${people} people for ${seconds} s, seed ${seed}.`);
const judged = await rehearse({
  people: Number(people),
  forMs: Number(seconds) * 1000,
  seed,
  calm,
  print: (line) => console.log(line),
});
const { duplicates, forgotten, copies, copiesLeftOut, alertsMissed, alertsTwice, waits, bots } = judged;
const longestTakeover = waits[0]?.ms ?? 0;
console.log(`Duplicates: ${duplicates}`);
console.log(`Forgotten: ${forgotten}`);
for (const one of judged.forgottenOnes) console.log(`  ${one}`);
console.log(
  `Bots' runs: ${bots.running}; ${bots.orders} orders, ${bots.turned} of them follow a filled one of a grid, ${bots.followed} lines left behind, ${bots.rebalancings} rebalancings`,
);
console.log(`Deals that bought: ${JSON.stringify(bots.deals)}`);
console.log(`Copies: ${copies}`);
for (const [reason, left] of Object.entries(copiesLeftOut)) console.log(`  left out ${left}: ${reason}`);
console.log(`Alerts missed: ${alertsMissed}; fired twice: ${alertsTwice}`);
console.log(`Longest takeover: ${(longestTakeover / 1000).toFixed(1)} s`);
const faults = duplicates + forgotten + alertsMissed + alertsTwice;
process.exitCode = faults === 0 && (calm || hasTraded(bots)) && longestTakeover < 10_000 ? 0 : 1;
