import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('../../client/ui/tokens.css', import.meta.url), 'utf8');
const themes = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/g)].map(([, name, light, dark]) => [
    name,
    { light: light ?? '', dark: dark ?? '' },
  ]),
);

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, theme: 'light' | 'dark'): number {
  const [low = 0, high = 0] = [one, other]
    .map((name) => luminance(themes.get(name)?.[theme] ?? ''))
    .toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const grounds = ['ground', 'surface', 'surface-raised'];
const texts = ['text', 'text-muted', 'accent', 'buy', 'sell', 'profit', 'loss', 'warning'];
const pairs = [
  ...grounds.flatMap((ground) => texts.map((text) => [text, ground] as const)),
  ['on-accent', 'accent-fill'],
  ['on-buy', 'buy-fill'],
  ['on-sell', 'sell-fill'],
  ['on-danger', 'danger-fill'],
] as const;

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  it.each(pairs)('reads %s on %s', (text, ground) => {
    expect(contrast(text, ground, theme)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(grounds.slice(0, 2))('shows the edge of a control on %s', (ground) => {
    expect(contrast('line-strong', ground, theme)).toBeGreaterThanOrEqual(3);
  });
});
