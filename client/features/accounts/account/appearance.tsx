import { useState } from 'react';
import { chooseTheme, chosenTheme, THEMES } from '../../../lib/theme.ts';
import { Card } from '../../../ui/card.tsx';
import { Segments } from '../../../ui/segments.tsx';

const NAMES = { system: 'System', dark: 'Dark', light: 'Light' } as const;
const OPTIONS = THEMES.map((value) => ({ value, label: NAMES[value] }));

export function Appearance() {
  const [theme, setTheme] = useState(chosenTheme);
  return (
    <Card>
      <Segments
        label="Theme"
        value={theme}
        options={OPTIONS}
        onChange={(next) => {
          chooseTheme(next);
          setTheme(next);
        }}
      />
    </Card>
  );
}
