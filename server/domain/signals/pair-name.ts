const PERPETUAL = /\.P$/;

/** 'XRPUSDT' of 'BINANCE:XRP_USDT', 'xrp/usdt' and the like; a sentence for what is not traded on spot. */
export function pairSymbol(sent: string): { symbol: string } | { fault: string } {
  const name = (sent.split(':').at(-1) ?? '').trim().toUpperCase();
  if (PERPETUAL.test(name)) return { fault: `${name} is a perpetual: Tandem trades spot. Send ${name.slice(0, -2)}.` };
  const symbol = name.replaceAll(/[_/-]/g, '');
  return /^[A-Z0-9]{2,40}$/.test(symbol) ? { symbol } : { fault: 'Name a coin pair such as XRP_USDT.' };
}
