import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Big } from 'big.js';
import { expect, it } from 'vitest';
import type { Pair } from '#contracts/markets.ts';
import { EarnChoice } from '../../../features/markets/components/earn-choice.tsx';
import { Receipt } from '../../../features/orders/form/receipt.tsx';
import { ListTools } from '../../../features/orders/rows/list-tools.tsx';

const doNothing = () => undefined;
const pair = { baseCurrency: 'XRP', counterCurrency: 'USDT', counterRound: 4, baseRound: 1 } as Pair;
const terms = { side: 'buy', pair, counterEarning: true, fee: new Big('0.001') } as const;
const earn = <EarnChoice base="XRP" counter="USDT" counterEarning onChange={doNothing} />;
const receipt = <Receipt terms={terms} receipt={null} targets={null} tradingKey={{ name: 'Main', worth: null }} />;
const tools = (
  <ListTools
    size={25}
    onSize={doNothing}
    unprotected={false}
    onUnprotected={doNothing}
    hidden={[]}
    onHide={doNothing}
  />
);

/** The text that the button ⓘ about a word opens. */
function helpOf(of: ReactElement, about: string): string | undefined {
  const html = renderToStaticMarkup(of);
  const id = new RegExp(`aria-label="What is meant: ${about}" popoverTarget="([^"]+)"`, 'i').exec(html)?.[1];
  return new RegExp(`<span id="${id}" popover="auto"[^>]*>([^<]*)`).exec(html)?.[1];
}

it.each([
  ['Earn in', earn, 'The currency in which a deal&#x27;s profit stays with you.'],
  ['block and unprotected', tools, 'A block is one deal'],
  ['block and unprotected', tools, 'It is unprotected while it holds coins and'],
  ['break-even', receipt, 'The price at which closing would neither gain nor lose'],
  ['this summary', receipt, 'What this order becomes on the exchange'],
])('issue 21: a button explains %s', (about, of, text) => {
  expect(helpOf(of, about)).toContain(text);
});
