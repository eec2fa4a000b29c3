// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it } from 'vitest';
import { mounted } from '../../lib/testing/mounted.ts';
import { Fields } from './hook-fields.tsx';
import { NEW_DRAFT } from './new-hook.ts';

const page = mounted();

const fieldOf = (label: string): HTMLInputElement => {
  const labels = [...page.box.querySelectorAll('label')];
  const { htmlFor } = labels.find(({ textContent }) => textContent === label)!;
  return page.box.querySelector<HTMLInputElement>(`[id="${htmlFor}"]`)!;
};

function typed(label: string, text: string): string {
  act(() => {
    const field = fieldOf(label);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  return fieldOf(label).value;
}

/** The fields of a new hook, which keep what is entered. */
function showNew(): void {
  let draft = NEW_DRAFT;
  const apiKey = { uid: 'key', name: 'Main', market: 'binance', isActive: true, copies: 0 } as const;
  const of = { faults: {}, keys: [apiKey], bots: [], PairField: () => null, apiKey, onKey: null };
  const render = () =>
    page.root.render(
      <Fields
        {...of}
        draft={draft}
        set={(change) => {
          draft = { ...draft, ...change };
          render();
        }}
      />,
    );
  act(render);
}

it('G-16: a comma becomes a dot in the numbers of a signal hook', () => {
  showNew();
  expect(typed('Amount', '52,5')).toBe('52.5');
  expect(typed('Stop loss', '2,5')).toBe('2.5');
});

it('W-6, W-10: a new hook takes signals of up to 60 s, and 20 a day, unless its owner says otherwise', () => {
  showNew();
  expect([fieldOf('Longest age of a signal').value, fieldOf('Signals a day').value]).toEqual(['60', '20']);
});

it('W-3: TradingView is filled in as its four addresses', () => {
  showNew();
  const buttons = [...page.box.querySelectorAll('button')];
  act(() => buttons.find(({ textContent }) => textContent === 'Only from TradingView')?.click());
  expect(fieldOf('Only from these addresses').value.split(', ').toSorted()).toEqual([
    '34.212.75.30',
    '52.32.178.7',
    '52.89.214.238',
    '54.218.53.128',
  ]);
});
