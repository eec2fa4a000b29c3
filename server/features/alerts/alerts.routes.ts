import { previewAlert } from '#contracts/alert-preview.ts';
import {
  changeAlertCall,
  createAlert,
  deleteAlert,
  listAlerts,
  listNearAlerts,
  seeAlert,
  updateAlert,
  type AlertAnswer,
} from '#contracts/alerts.ts';
import { listUnseenAlerts } from '#contracts/unseen-alerts.ts';
import { listFirings } from '#contracts/firings.ts';
import type { Market } from '#contracts/symbol.ts';
import type * as z from 'zod/mini';
import { MINUTE } from '#contracts/rules/time.ts';
import { rateLimit } from '../../runtime/request-limits/rate-limit.ts';
import { previewOf } from './preview/preview.ts';
import type { Bearer } from '../../http/http-env.ts';
import { encoded, serve, type Site } from '../../http/serve.ts';
import { Refusal } from '../../lib/errors.ts';
import { presentAlert } from './alerts.presenter.ts';
import type { Alerts } from './index.ts';
import { nearAlerts } from './near-alerts.ts';
import { addAlert, changeAlert, type Saved } from './save-alert.ts';

const answer = ({ alert, error }: Saved): z.output<typeof AlertAnswer> => ({
  error,
  alert: alert && presentAlert(alert),
});

const NEEDS_TRADE = 'A hook may trade: an alert that calls one needs an API token with the scope trade as well.';

function mayTrade(bearer: Bearer | undefined): void {
  if (bearer?.scopes.includes('trade') === false) throw new Refusal('not-allowed', NEEDS_TRADE);
}

/** K-12: what an alert calls. */
function callRoute(site: Site, { of, callFault, publishChanged }: Alerts): void {
  serve(site, changeAlertCall, async ({ c, person: { userId }, params: { id }, json: { then } }) => {
    // What calls a hook is no less than calling it: also taking it off.
    mayTrade(c.var.bearer);
    const found = await of(userId).change(id, () => ({}));
    if (!found) throw new Refusal('not-found', 'This alert is gone.');
    // oxlint-disable-next-line unicorn/no-thenable -- the name of the field in calls; it is never a function.
    const fault = await callFault(userId, { then, market: found.market as Market, symbol: found.pair });
    if (fault !== null) return answer({ alert: null, error: fault });
    const alert = await of(userId).change(id, () => ({ calls: then }));
    if (!alert) throw new Refusal('not-found', 'This alert is gone.');
    publishChanged(alert);
    return answer({ alert, error: null });
  });
}

export function alertsRoutes(site: Site, alerts: Alerts): void {
  const { of, clock, findPair, publishChanged, notifyPages } = alerts;
  serve(site, listAlerts, async ({ c, person, query }) => encoded(c, await alerts.list(person.userId, query)));

  serve(site, listNearAlerts, async ({ person }) => nearAlerts(alerts, await of(person.userId).active()));

  const previews = rateLimit({ most: 20, windowMs: MINUTE, clock });
  serve(site, previewAlert, async ({ person, json }) => {
    previews.take(person.userId, 'Too many previews at once. Try again in a moment.');
    return previewOf(alerts, json);
  });

  serve(site, listUnseenAlerts, async ({ person, query }) => of(person.userId).unseen(query.market));

  serve(site, listFirings, async ({ person, params, query }) => {
    const log = await alerts.readLog({ userId: person.userId, alertId: params.id, page: query.page ?? 0 });
    if (!log) throw new Refusal('not-found', 'This alert is gone.');
    return log;
  });

  serve(site, createAlert, async ({ c, person, json }) => {
    if (json.then) mayTrade(c.var.bearer);
    const fault = await alerts.callFault(person.userId, json);
    if (fault !== null) return answer({ alert: null, error: fault });
    const saved = await addAlert({ store: of(person.userId), findPair, now: clock() }, json);
    if (saved.alert) publishChanged(saved.alert);
    return answer(saved);
  });

  for (const method of ['patch', 'put'] as const) {
    serve(site, { ...updateAlert, method }, async ({ c, person, json }) => {
      const requireTrade = () => mayTrade(c.var.bearer);
      const saved = await changeAlert({ store: of(person.userId), now: clock(), requireTrade }, json);
      if (!saved.alert) return answer(saved);
      publishChanged(saved.alert, saved.replaced);
      return saved.lost.length > 0 ? { ...answer(saved), lost: saved.lost } : answer(saved);
    });
    serve(site, { ...seeAlert, method }, async ({ person, params }) => {
      const alert = await of(person.userId).change(params.id, ({ executed }) => (executed ? { seen: true } : {}));
      if (!alert) throw new Refusal('not-found', 'This alert is gone.');
      notifyPages(person.userId);
      return answer({ alert, error: null });
    });
  }

  callRoute(site, alerts);

  serve(site, deleteAlert, async ({ person, params }) => {
    const alert = await of(person.userId).remove(params.id);
    if (!alert) throw new Refusal('not-found', 'This alert is gone.');
    publishChanged(alert);
    return 1 as const;
  });
}
