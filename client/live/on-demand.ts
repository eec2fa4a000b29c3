import type { StompSubscription } from '@stomp/stompjs';
import { ON_DEMAND, type OnDemandTopic } from '#contracts/rules/on-demand-topics.ts';

export type WantedTopics = ReadonlySet<OnDemandTopic>;

/** Counts how many parts of the page want each topic. */
export function countTopics(onChange: (wanted: WantedTopics) => void) {
  const counts = new Map<OnDemandTopic, number>();
  const announce = (): void => onChange(new Set(counts.keys()));
  return {
    announce,
    /** Returns the way to stop. */
    listen(topic: OnDemandTopic): () => void {
      counts.set(topic, (counts.get(topic) ?? 0) + 1);
      announce();
      return () => {
        const left = (counts.get(topic) ?? 1) - 1;
        if (left > 0) counts.set(topic, left);
        else counts.delete(topic);
        announce();
      };
    },
  };
}

/** The subscriptions of one connection to the topics that are wanted. */
export function followTopics(isConnected: () => boolean) {
  const open = new Map<OnDemandTopic, StompSubscription>();
  let wanted: WantedTopics = new Set();
  let subscribe: ((topic: OnDemandTopic) => StompSubscription) | null = null;

  function follow(): void {
    if (!subscribe || !isConnected()) return;
    for (const topic of ON_DEMAND) {
      const subscription = open.get(topic);
      if (wanted.has(topic) && !subscription) open.set(topic, subscribe(topic));
      if (wanted.has(topic) || !subscription) continue;
      subscription.unsubscribe();
      open.delete(topic);
    }
  }

  return {
    /** The connection takes subscriptions from now on. */
    begin(how: (topic: OnDemandTopic) => StompSubscription): void {
      subscribe = how;
      follow();
    },
    want(next: WantedTopics): void {
      wanted = next;
      follow();
    },
  };
}
