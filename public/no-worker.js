// Served as /sw.js under REMOVE_WORKER=on: takes the worker's place on each device, keeps nothing and answers nothing.
// A page that is open may hold on to it by registering it again: then it stays, and does nothing.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const forget = async () => {
    const names = await caches.keys();
    await Promise.all(names.map((name) => caches.delete(name)));
    await self.registration.unregister();
  };
  event.waitUntil(forget());
});
