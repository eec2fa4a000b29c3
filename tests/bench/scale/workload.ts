import type { Load } from '../scale-model.ts';

const DAY = 86_400;
const HOUR = 3600;
const MINUTE = 60;

/** How people and markets are assumed to behave in the busiest hour of a day. None of it is measured. */
export const ASSUMED = {
  /** Of all people, those with an open page. */
  online: 0.05,
  /** Lists that a person with an open page reads. */
  listsPerMinute: 2,
  ordersPerDay: 2,
  /** Each on a pair of its own. */
  openBlocks: 2,
  /** Of all people, those who use the site within a day. */
  ofADay: 0.25,
  alertsSavedPerDay: 0.5,
  alertsFiredPerDay: 0.5,
  /** The busiest hour against the mean of the day. */
  peak: 3,
  /** Trades of all pairs together, and of the pair that a page shows. */
  tradesPerSecond: 1500,
  tradesOfShownPair: 5,
};

export function loadOf(people: number): Load {
  const pages = people * ASSUMED.online;
  const perDay = (count: number) => (people * count * ASSUMED.peak) / DAY;
  return {
    tick: ASSUMED.tradesPerSecond,
    page: pages,
    price: pages * ASSUMED.tradesOfShownPair,
    seen: pages / MINUTE,
    seenAmong: (pages / MINUTE) * pages,
    list: (pages * ASSUMED.listsPerMinute) / MINUTE,
    alertSaved: perDay(ASSUMED.alertsSavedPerDay),
    firing: perDay(ASSUMED.alertsFiredPerDay),
    order: perDay(ASSUMED.ordersPerDay),
    block: people * ASSUMED.openBlocks,
    pairOfKey: people * ASSUMED.openBlocks,
    worth: (people * ASSUMED.ofADay) / HOUR,
  };
}
