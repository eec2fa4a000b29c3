import { expect, it } from 'vitest';
import { openRecorded, type RecordedMarket } from '../../factories/recorded-market.ts';
import { scenariosOf } from '../../doubles/recorded-exchange.ts';

/** Told to a person in the spec's own words. */
const SPOKEN: Record<string, string> = {
  minimum: 'Total value of the order should be more than 6USDT',
  range: 'Request falls outside the acceptable price range based on the average of previous trades',
};

/** What only a time-out ends. */
const NEVER_ENDS = /hanging|stalling/;

export function recordedOutcomes(market: RecordedMarket): void {
  const { key, terms } = market;
  const tells = (text: string) =>
    [key.apiKey, ...key.secret.split('\n')].some((secret) => secret !== '' && text.includes(secret));
  const placing = async (scenario: string) => {
    const { exchange, recorded, logged } = await openRecorded(market, [scenario], {
      call: NEVER_ENDS.test(scenario) ? 1_500 : 20_000,
    });
    const placement = await exchange.place(key, terms);
    return { exchange, recorded, placement, reported: JSON.stringify(placement) + logged.join('') };
  };
  const posted = (seen: { method: string; params: object }[]) =>
    seen.filter(({ method, params }) => method === 'POST' && JSON.stringify(params).includes(terms.clientOrderId));

  it.each(scenariosOf(market.market, 'refusals'))('%s is a refusal, in a sentence, without a secret', async (name) => {
    const { placement, reported, recorded } = await placing(`refusals/${name}`);
    expect(placement).toMatchObject({
      outcome: 'rejected',
      code: expect.any(Number),
      message: expect.stringMatching(/\w/),
      sentence: SPOKEN[name] ?? expect.stringMatching(/^[A-Z].*\.$/),
    });
    expect(tells(reported)).toBe(false);
    expect(posted(recorded.seen)).toHaveLength(1);
  });

  it.each(scenariosOf(market.market, 'misfits'))(
    'req. 10: a refused %s is told with the nearest value accepted',
    async (name) => {
      const { exchange } = await openRecorded(market, [`misfits/${name}`]);
      const misfit = market.misfits[name];
      if (misfit === undefined) throw new Error(`nothing is known of ${name}`);
      const { sentence, ...changed } = misfit;
      expect(await exchange.place(key, { ...terms, ...changed })).toMatchObject({ outcome: 'rejected', sentence });
    },
  );

  it('says what a purchase needs when it is not free', async () => {
    const { placement } = await placing('refusals/balance');
    const needed = terms.price.times(terms.quantity).toFixed();
    expect(placement).toMatchObject({
      sentence: `The balance is insufficient: this order needs ${needed} ${terms.symbol.slice(3)} free.`,
    });
  });

  it.each(scenariosOf(market.market, 'unclear'))('%s is unknown, sent once, without a secret', async (name) => {
    const { placement, reported, recorded } = await placing(`unclear/${name}`);
    expect(placement).toMatchObject({ outcome: 'unknown', reason: expect.stringMatching(/\.$/) });
    expect(posted(recorded.seen)).toHaveLength(1);
    expect(tells(reported)).toBe(false);
  });

  it('F-04: an answer lost after acceptance is unknown, and find() finds the one order', async () => {
    const { exchange, placement } = await placing('unclear/lost-line');
    expect(placement.outcome).toBe('unknown');
    expect(await exchange.find(key, terms)).toMatchObject({ outcome: 'found', order: { state: 'open' } });
  });

  it('a refusal for the pace says how long to wait', async () => {
    const { placement } = await placing('refusals/pace');
    expect(placement).toMatchObject({
      outcome: 'rejected',
      retryAfter: expect.any(Number),
      sentence: expect.stringMatching(/takes no more requests for now\. Try again in \d+ seconds?\.$/),
    });
  });

  it('M-18: after a ban of the address the adapter keeps still, and says so in a sentence', async () => {
    const { exchange, recorded, placement } = await placing('refusals/banned');
    expect(placement).toMatchObject({ outcome: 'rejected', retryAfter: expect.any(Number) });
    expect(exchange.ready()).toBe(false);
    const asked = recorded.seen.length;
    expect(await exchange.balances(key)).toMatchObject({
      outcome: 'rejected',
      sentence: expect.stringMatching(/takes no more requests for now\. Try again in .+\.$/),
    });
    expect(recorded.seen).toHaveLength(asked);
  });

  it('after stop() nothing is sent', async () => {
    const { exchange, recorded } = await openRecorded(market, []);
    await exchange.stop();
    const asked = recorded.seen.length;
    expect(await exchange.place(key, terms)).toMatchObject({ outcome: 'unknown' });
    expect(recorded.seen).toHaveLength(asked);
  });
}
