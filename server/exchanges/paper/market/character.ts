/** Deviation of a day, as a part of the price, of what moves all coins together. */
export const MARKET_A_DAY = 0.02;

export interface Character {
  /** How far a coin follows the whole market. */
  follows: number;
  /** Deviation of what it moves by itself in a day, as a part of the price. */
  own: number;
}

const CHARACTERS: Readonly<Record<string, Character>> = {
  USDT: { follows: 0, own: 0 },
  BTC: { follows: 1, own: 0.007 },
  ETH: { follows: 1.1, own: 0.019 },
  BNB: { follows: 0.9, own: 0.017 },
  XRP: { follows: 1, own: 0.023 },
  SOL: { follows: 1.25, own: 0.022 },
  DOGE: { follows: 1.2, own: 0.026 },
};
const USUAL: Character = { follows: 1.15, own: 0.026 };

export const characterOf = (asset: string): Character => CHARACTERS[asset] ?? USUAL;
