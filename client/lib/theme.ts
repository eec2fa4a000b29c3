const STORED = 'theme';

export const THEMES = ['system', 'dark', 'light'] as const;
export type Theme = (typeof THEMES)[number];

/** Status bar colors, equal to the background in tokens.css and index.html. */
const BAR = { dark: '#0d1117', light: '#f5f7fa' } as const;

export const chosenTheme = (): Theme => THEMES.find((theme) => theme === localStorage.getItem(STORED)) ?? 'system';

/** Without a choice, each meta element follows the device by its `media`. */
function colorBars(theme: Theme): void {
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const color = BAR[theme === 'system' ? (bar.media.includes('light') ? 'light' : 'dark') : theme];
    // Writing it again has the browser draw its bar anew.
    if (bar.content !== color) bar.content = color;
  }
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  colorBars(theme);
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(STORED, theme);
  applyTheme(theme);
}
