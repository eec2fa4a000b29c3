import { Big } from 'big.js';
import { decimalSeparator } from './format-amount.ts';

type Pasted = { number: string } | { refusal: string };

const LONGEST_QUOTE = 20;
/** A currency symbol or code before or after the number. */
const UNIT = /^[$€£¥₿≈~]\s*|\s*(?:[A-Z]{3,10}|[€$£¥₿])$/g;
const SCIENTIFIC = /^\d+(\.\d+)?e[+-]?\d{1,2}$/i;
/** Never used as a decimal separator. */
const SPACES = /[\s'’]/g;
const LARGEST_EXPONENT = 20;

const quoted = (text: string) => `“${text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text}”`;
const refuse = (text: string): Pasted => ({
  refusal: `${quoted(text)} is not an amount. Type a number, like 1234.56.`,
});

/** '1,234,567' with this group separator; never a leading zero. */
function isGrouped(whole: string, mark: string): boolean {
  const [first = '', ...groups] = whole.split(mark);
  const isRegular = groups.length > 0 && groups.every((group) => /^\d{2,3}$/.test(group));
  return isRegular && /^[1-9]\d{0,2}$/.test(first) && groups.at(-1)?.length === 3;
}

/** With both separators present, the last one is the decimal separator. */
function readBothMarks(text: string): string | null {
  const point = text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ',';
  const group = point === '.' ? ',' : '.';
  const [whole = '', fraction = '', ...more] = text.split(point);
  return more.length === 0 && isGrouped(whole, group) ? `${whole.replaceAll(group, '')}.${fraction}` : null;
}

function readOneMark(text: string, mark: string, locale: string): Pasted | null {
  const isPoint = text.split(mark).length === 2;
  const whole = isGrouped(text, mark) ? text.replaceAll(mark, '') : null;
  if (!isPoint) return whole === null ? null : { number: whole };
  const exact = text.replace(mark, '.');
  if (whole === null || mark === decimalSeparator(locale)) return { number: exact };
  // The fields themselves use a dot as decimal separator in every language.
  return mark === '.'
    ? { refusal: `${quoted(text)} may be ${whole} or ${exact}. Type the number.` }
    : { number: whole };
}

function readFigures(text: string, locale: string): Pasted | null {
  const marks = [',', '.'].filter((mark) => text.includes(mark));
  const [mark] = marks;
  if (mark === undefined) return { number: text };
  if (marks.length === 1) return readOneMark(text, mark, locale);
  const number = readBothMarks(text);
  return number === null ? null : { number };
}

/** Parses a pasted number in the page's language; ambiguous input is refused with an explanation. */
export function readPasted(pasted: string, locale = navigator.language): Pasted {
  const whole = pasted.trim();
  const text = whole.replace(UNIT, '').replace(UNIT, '');
  if (text === '') return whole === '' ? { number: '' } : refuse(whole);
  if (SCIENTIFIC.test(text)) {
    const number = new Big(text);
    return Math.abs(number.e) <= LARGEST_EXPONENT ? { number: number.toFixed() } : refuse(whole);
  }
  const figures = text.replace(SPACES, '');
  if (!/^[\d.,]*\d[\d.,]*$/.test(figures)) return refuse(whole);
  return readFigures(figures, locale) ?? refuse(whole);
}
