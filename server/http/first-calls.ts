import { OWN_PATHS } from '#contracts/rules/pages.ts';
import { isPairName, readView } from '#contracts/rules/view.ts';

function marketCalls(search: URLSearchParams): string[] {
  const { market, symbolName } = readView(search);
  const calls = ['/api/key/all', `/api/symbols/${market}?permissions=SPOT`];
  return isPairName(symbolName) ? [...calls, `/api/markets/spot/${market}/${symbolName}`] : calls;
}

/** The API calls that a signed-in page makes before its first render. */
export function firstCalls(path: string, search: URLSearchParams): string[] {
  const own = OWN_PATHS.find((one) => one === path);
  if (!own) return [];
  const everywhere = ['/api/user', '/api/site'];
  if (own === '/markets/spot/list') return [...everywhere, ...marketCalls(search)];
  return own === '/api' ? [...everywhere, '/api/key/all'] : everywhere;
}
