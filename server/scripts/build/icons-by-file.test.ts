import { describe, expect, it } from 'vitest';
import { iconsByFile } from './icons-by-file.ts';

function transformed(code: string): string {
  const { transform } = iconsByFile();
  if (typeof transform !== 'object' || !('handler' in transform)) throw new Error('The plugin transforms nothing.');
  const result: unknown = Reflect.apply(transform.handler, undefined, [code, 'page.tsx']);
  if (typeof result !== 'object' || result === null || !('code' in result))
    throw new Error('The plugin gives no code.');
  return String(result.code);
}

describe('imports of icons', () => {
  it('become imports of the files of these icons, by whatever name the package has for them', () => {
    expect(transformed("import { Activity as Pulse, CircleAlert } from 'lucide-react';\nshow(Pulse);")).toBe(
      "import Pulse from 'lucide-react/icons/activity'; import CircleAlert from 'lucide-react/icons/circle-exclamation-point';\nshow(Pulse);",
    );
  });

  it('leave no import of the index for a type', () => {
    expect(transformed("import { type LucideIcon, X } from 'lucide-react';")).toBe(
      "import type { LucideIcon } from 'lucide-react'; import X from 'lucide-react/icons/x';",
    );
  });

  it('stop the build where there is no such icon', () => {
    expect(() => transformed("import { NoSuchIcon } from 'lucide-react';")).toThrow(
      'lucide-react has no icon named NoSuchIcon.',
    );
  });
});
