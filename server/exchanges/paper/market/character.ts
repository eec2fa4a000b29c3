/** Daily deviation, as a part of the price, of the move that all coins share. */
export const MARKET_DEVIATION = 0.02;

export interface Character {
  /** How far a coin follows the shared move. */
  beta: number;
  /** Daily deviation of its own move, as a part of the price. */
  own: number;
}

const CHARACTERS: Readonly<Record<string, Character>> = {
  USDT: { beta: 0, own: 0 },
  BTC: { beta: 1, own: 0.007 },
  ETH: { beta: 1.1, own: 0.019 },
  BNB: { beta: 0.9, own: 0.017 },
  XRP: { beta: 1, own: 0.023 },
  SOL: { beta: 1.25, own: 0.022 },
  DOGE: { beta: 1.2, own: 0.026 },
};
const USUAL: Character = { beta: 1.15, own: 0.026 };

export const characterOf = (asset: string): Character => CHARACTERS[asset] ?? USUAL;
