import { once } from 'node:events';
import { Client } from '@stomp/stompjs';
import { WebSocket } from 'ws';
import { visitor } from '../factories/visitor.ts';
import { paperPerson } from './person.ts';
import { percentile, type Row, summary } from './measure.ts';
import { ownSite } from './site.ts';

/** V-05: ms. */
const GOAL = 1000;
const SAMPLES = 50;
const PAIR = { symbol: 'xrp_usdt', market: 'binance', counterEarning: 'true' };

/** A page on the live channel, by its person's cookie: emits 'keys' when its keys are to be read again. */
async function openPage(origin: string, cookie: string) {
  const told = new EventTarget();
  const url = `${origin.replace('http', 'ws')}/websocket-url`;
  const client = new Client({
    webSocketFactory: () => new WebSocket(url, ['v12.stomp'], { headers: { cookie, origin } }) as never,
    connectHeaders: PAIR,
    reconnectDelay: 0,
  });
  const name = await new Promise<string>((done) => {
    client.onConnect = ({ headers }) => done(headers['user-name'] ?? '');
    client.activate();
  });
  const webId = await new Promise<string>((done) => {
    client.subscribe(`/user/${name}/web-id`, ({ body }) => done((JSON.parse(body) as { webId: string }).webId));
    const body = JSON.stringify({ userName: name, market: 'binance', symbolName: 'xrp_usdt', counterEarning: true });
    client.publish({ destination: '/app/init-web-id', body });
  });
  client.subscribe(`/user/${webId}/keys`, () => told.dispatchEvent(new Event('keys')));
  return { told, close: () => client.deactivate({ force: true }) };
}

/** V-05: how soon an open page has read the active key that was chosen on another device. */
export async function activeKeyRow(): Promise<Row> {
  await using site = await ownSite();
  const { origin } = site;
  const cookie = await paperPerson(origin);
  const person = visitor({ app: { request: (path, init) => fetch(`${origin}${path}`, init) } });
  person.useCookie(cookie);
  const pair = await person.post('/api/paper/key', {});
  await person.post('/api/key', { market: 'binance', name: 'Second', ...pair.body });
  const keys = async (): Promise<{ active: string; other: string }> => {
    const [group] = (await person.get('/api/key/all')).body.apiKeyMarketGroups;
    return {
      active: group.activeMainApiKeyGroup.mainKey.uid as string,
      other: group.apiKeyGroups[0].mainKey.uid as string,
    };
  };
  const page = await openPage(origin, cookie);
  const times: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const { active, other } = await keys();
    const told = once(page.told, 'keys');
    const started = performance.now();
    await person.send('PUT', '/api/key/replace', { json: { uid: active, replaceUid: other, market: 'binance' } });
    await told;
    if ((await keys()).active !== other) throw new Error('The page was told and read the old key.');
    times.push(performance.now() - started);
  }
  await page.close();
  const worst = percentile(times, 99);
  return {
    name: 'V-05 an open page has read the active key that was chosen elsewhere',
    found: `p99 ${worst.toFixed(0)} ms; ${summary(times, 'ms')}`,
    goal: `p99 under ${GOAL} ms`,
    met: worst < GOAL,
  };
}
