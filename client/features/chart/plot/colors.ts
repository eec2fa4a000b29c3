const TOKENS = {
  text: '--text-muted',
  line: '--line',
  cross: '--line-strong',
  profit: '--profit',
  loss: '--loss',
  buy: '--buy',
  sell: '--sell',
  alert: '--warning',
  surface: '--surface-raised',
  ink: '--text',
  rise: '--rise',
  fall: '--fall',
  series1: '--series-1',
  series2: '--series-2',
  series3: '--series-3',
  series4: '--series-4',
  series5: '--series-5',
  series6: '--series-6',
  series7: '--series-7',
} as const;
export type Colors = Record<keyof typeof TOKENS, string>;
export type SeriesTone = Extract<keyof Colors, `series${number}`>;

/** Resolves the theme's tokens to color values for the canvas, using hidden elements: styles are computed once. */
export function readColors(within: HTMLElement): Colors {
  const probe = document.createElement('span');
  probe.hidden = true;
  const samples = Object.entries(TOKENS).map(([name, token]) => {
    const sample = document.createElement('i');
    sample.style.color = `var(${token})`;
    return [name, sample] as const;
  });
  probe.append(...samples.map(([, sample]) => sample));
  within.append(probe);
  const colors = samples.map(([name, sample]) => [name, getComputedStyle(sample).color]);
  probe.remove();
  return Object.fromEntries(colors) as Colors;
}

/** Runs the callback when the theme changes; returns the unsubscribe function. */
export function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    dark.removeEventListener('change', changed);
  };
}
