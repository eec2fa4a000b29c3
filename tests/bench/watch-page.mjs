// Runs in the page, before anything of it does: notes the prices shown, how many amounts change, the long tasks and the layout shifts.
globalThis.seen = { prices: [], amounts: 0, tasks: [], shift: 0, shifted: [] };
/** Of an element, or of the one around a text. */
const nameOf = (node) => node?.className || node?.parentElement?.className || node?.nodeName || 'gone';
const observe = (type, take) =>
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
observe('longtask', ({ duration }) => seen.tasks.push(duration));
observe('layout-shift', ({ value, hadRecentInput, sources }) => {
  if (hadRecentInput) return;
  seen.shift += value;
  seen.shifted.push(...sources.map(({ node }) => nameOf(node)));
});
new MutationObserver((changes) => {
  seen.amounts += changes.filter(({ target }) => target.parentElement?.tagName === 'DATA').length;
  const text = document.querySelector('[data-testid=market-price]')?.textContent ?? '';
  if (text !== seen.prices.at(-1)?.[0]) seen.prices.push([text, performance.timeOrigin + performance.now()]);
}).observe(document, { subtree: true, childList: true, characterData: true });
/** When an attribute next changes, epoch ms. */
globalThis.nextChange = (element, attribute) =>
  new Promise((resolve) => {
    const changing = new MutationObserver(() => {
      changing.disconnect();
      resolve(Date.now());
    });
    changing.observe(element, { attributeFilter: [attribute] });
  });
