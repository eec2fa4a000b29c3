import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { toNotification } from './push.ts';
import { answer, show } from './reach.ts';
import { NOT_PAGES } from './routing.ts';
import { subscribeAgain } from './subscription.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] };

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: NOT_PAGES }));
clientsClaim();

self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
});
self.addEventListener('push', (event) => event.waitUntil(show(toNotification(event.data?.text()))));
self.addEventListener('notificationclick', (event) => event.waitUntil(answer(event.notification, event.action)));
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain(event.newSubscription)));
