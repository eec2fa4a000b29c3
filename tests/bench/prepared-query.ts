import { serve } from '@hono/node-server';
import { eq, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { openDatabase } from '../../server/db/database.ts';
import { users } from '../../server/db/schema/accounts.ts';

// The floor of every read: Hono with one prepared Drizzle query, as a process of its own.
const { db } = openDatabase(process.env['DATABASE_URL'] ?? '');
const [someone] = await db.select({ userId: users.userId }).from(users).limit(1);
const byId = db
  .select()
  .from(users)
  .where(eq(users.userId, sql.placeholder('userId')))
  .prepare('by_id');
const app = new Hono();
app.get('/healthz', (c) => c.text('ok'));
app.get('/', async (c) => c.json(await byId.execute({ userId: someone?.userId })));
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env['PORT']) });
