import { describe, expect, it } from 'vitest';
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
});
