import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../tests/setup/database.ts';
import { createLog } from './log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog('info', { write: (line) => void lines.push(line) }));
  return lines.join('');
}

describe('S-45: what a log holds', () => {
  it('cuts out whatever carries a secret name', () => {
    const text = logged((log) => {
      log.info(
        { password: 'canary-1', key: { secret: 'canary-2' }, request: { headers: { cookie: 'canary-3' } } },
        'said',
      );
    });
    expect(text).toContain('said');
    expect(text).not.toContain('canary');
  });

  it('names the failed query and its cause, never its parameters', async () => {
    const { db, close } = await testDatabase();
    const error: unknown = await db.execute(sql`select ${'canary'}::int`).then(
      () => null,
      (failed: unknown) => failed,
    );
    await close();
    const text = logged((log) => log.error({ error }, 'request failed'));
    expect(text).toContain('select $1::int');
    expect(JSON.parse(text)).toMatchObject({ error: { cause: { code: '22P02' } } });
    expect(text).not.toContain('canary');
  });
});
