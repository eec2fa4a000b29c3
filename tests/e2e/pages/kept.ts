import type { Page } from '@playwright/test';

/** Every byte that this site keeps in the browser and a script can read. */
export const kept = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const idle = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error('IndexedDB did not answer')));
      });
    const found: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage), document.cookie];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await idle(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        found.push(name, await idle(database.transaction(store).objectStore(store).getAll()));
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if (!/\.(?:js|css|svg|png)$/.test(new URL(request.url).pathname))
          found.push(request.url, await (await cache.match(request))?.text());
    }
    return JSON.stringify(found);
  });
