import { behave, HOUR, ledger, MINUTE } from '../../support/world/shop.ts';
import { returnFrom, tryDirect } from './steps/buy.ts';
import { completeCorrections } from './steps/corrections.ts';
import { mendInvoicing, retryUnfound } from './steps/invoicing.ts';
import { mendMail } from './mailbox.ts';
import { mend } from './steps/trouble.ts';
import { askForMany, askInTime } from './steps/webhook.ts';
import type { Stage } from './stage.ts';

/** The last time a hosted form is read at the provider is a day after it was opened. */
const LAST_LOOK_MS = 26 * HOUR;
/** A charge nobody tells of is found two hours after it was due, and an order overdue is read again each hour. */
const QUIET_MS = 4 * HOUR;
const MOST_WAITS = 12;

/** Everything outside works again; then all callers ask once more for what they never got an answer to. */
export async function healAndWait(stage: Stage): Promise<void> {
  stage.step = Infinity;
  mendMail(stage);
  for (const shop of stage.shops) {
    await mend(stage, shop);
    await mendInvoicing(stage, shop);
    shop.receiver = 'up';
    shop.lags = false;
    shop.searchLagMs = 0;
    shop.unnotified = false;
    await behave(stage.place, shop.tenant, {
      dropNotifications: false,
      duplicateNotifications: false,
      reorderNotifications: false,
      completionLagMs: 0,
      searchLagMs: 0,
    });
  }
  await askInTime(stage);
  await stage.place.advance(Math.max(LAST_LOOK_MS, foundBy(stage) + QUIET_MS - stage.now));
  for (const shop of stage.shops) {
    for (const made of shop.directs) if (made.open) await tryDirect(stage, shop, made);
    for (const form of shop.forms)
      if (form.paid && form.kind === 'purchase') await returnFrom(stage, shop, form);
  }
  for (const shop of stage.shops) await completeCorrections(stage, shop);
  for (const shop of stage.shops) await retryUnfound(stage, shop);
  for (const shop of stage.shops) await askForMany(stage, shop, stage.began);
  await stage.place.advance(MINUTE);
  for (let wait = 0; wait < MOST_WAITS && (await chargedLately(stage)); wait++)
    await stage.place.advance(QUIET_MS + wait * 7 * MINUTE);
}

/** When everything that was charged at the panel, and that nobody told us of, is found at the latest. */
function foundBy({ shops }: Stage): number {
  const untold = shops.flatMap(({ panelCharges }) => panelCharges.filter(({ isUntold }) => isUntold));
  return Math.max(0, ...untold.map((charge) => charge.foundBy));
}

/** Whether the provider charged or tried to within the time that news of it may take to get through. */
async function chargedLately(stage: Stage): Promise<boolean> {
  const ledgers = await Promise.all(stage.shops.map(({ tenant }) => ledger(stage.place, tenant)));
  return ledgers.flat().some(({ time }) => time > stage.now - QUIET_MS);
}
