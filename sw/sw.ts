import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { answerPublic, cachePublic, PUBLIC_PATHS } from './public-data.ts';
import { toNotification } from './push.ts';
import { answer, show } from './notifications.ts';
import { NOT_PAGES } from './routing.ts';
import { resubscribe } from './subscription.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] };

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL('/app.html'), { denylist: NOT_PAGES }));
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && PUBLIC_PATHS.includes(url.pathname),
  ({ url, event }) => answerPublic(url.pathname, (work) => event.waitUntil(work)),
);
clientsClaim();

self.addEventListener('install', (event) => event.waitUntil(cachePublic()));

self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
});
self.addEventListener('push', (event) => event.waitUntil(show(toNotification(event.data?.text()))));
self.addEventListener('notificationclick', (event) => event.waitUntil(answer(event.notification, event.action)));
self.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(resubscribe(event.oldSubscription, event.newSubscription)),
);
