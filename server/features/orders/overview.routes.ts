import { listKeyFacts } from '#contracts/key-facts.ts';
import { listOpenPositions, planStops, setStops } from '#contracts/overview.ts';
import { serve, type Site } from '../../http/serve.ts';
import type { OrderCommands } from './commands/commands.ts';
import { dealNotes } from './note-deals.ts';
import type { Orders } from './orders.ts';
import { keyFacts } from './read/key-facts.ts';
import { openPositions } from './read/open-positions.ts';

export function overviewRoutes(site: Site, orders: Orders & { commands: OrderCommands }): void {
  const notes = dealNotes(orders);
  serve(site, listOpenPositions, async ({ person }) => ({ blocks: await openPositions(orders, person.userId) }));
  serve(site, listKeyFacts, async ({ person }) => ({ facts: await keyFacts(orders, person.userId) }));
  serve(site, planStops, async ({ person, json }) => ({ stops: await orders.commands.planStops(person.userId, json) }));
  serve(site, setStops, async ({ person, json }) => {
    const done = await orders.commands.setStops(person.userId, json.stops);
    for (const { error, view } of done) if (error === null && view) notes.targetsChanged(view);
    return { outcomes: done.map(({ blockId, error, failed }) => ({ blockId, error, failed })) };
  });
}
