import { beginningOfDay, dayAfter, dayInTurkey } from '../billing/turkish-day.ts';
import { SECOND_MS } from '../limits.ts';
import type { Language } from '../pages/language.ts';
import { shopOf } from '../pages/shop.ts';
import { Refusal } from '../refusal.ts';
import { consoleAddress } from '../runtime/console-address.ts';
import { withRecord } from '../runtime/for-tenant.ts';
import type { CoreApp, SendsMail, OfTenant } from '../runtime/app.ts';
import { addressHash, countTestMessage, lookUpSuppression } from '../table/messages/suppressed.ts';
import { takeToken, overLimit } from '../table/tenants/rate-limits.ts';
import { readTenant } from '../table/tenants/tenants.ts';
import { isCustomerKind, NO_MESSAGES, TEST, type MessageKind } from './kinds.ts';
import { renderMessage } from './render/render.ts';
import { sampleFacts } from './render/samples.ts';

/** What became of a message that was sent to be looked at. */
export interface TestSent {
  readonly sent: boolean;
  readonly error: string | null;
}

/** A message to be looked at; `language` is that of who asks, where messages are in each customer's. */
interface TestAsked {
  readonly kind: MessageKind;
  readonly to: string;
  readonly language?: Language;
}

/**
 * Sends what a message of this kind could say, now and once: it is no message, and is not kept. Throws `settings_refused` on a
 * stage that sends none, `invalid_request` for an address that takes none any more, and `rate_limited`, also for one that has
 * had the most of a day: whoever has a key floods nobody.
 */
export async function sendTest(
  app: CoreApp & SendsMail & OfTenant,
  { kind, to, language: own = 'tr' }: TestAsked,
): Promise<TestSent> {
  const { senderDomain, publicUrl } = app.settings;
  if (senderDomain === undefined)
    throw new Refusal('settings_refused', {
      message: 'This stage has no sender domain, so that nothing can be sent.',
    });
  const tenant = await readTenant(app);
  const bound = withRecord(app, tenant);
  if (await lookUpSuppression(bound, to)) throw unwilling();
  const allowance = await takeToken(app, 'messages');
  if (!allowance.isGranted) throw overLimit(allowance, app.clock());
  if (!(await countTestMessage(bound, to))) throw tomorrow(app.clock());
  const { senderName, replyTo, language } = tenant.messages ?? NO_MESSAGES;
  const shop = shopOf(tenant);
  const button = isCustomerKind(kind) ? `${publicUrl}/portal` : `${consoleAddress(app).origin}/console`;
  const rendered = renderMessage(
    sampleFacts(kind, app.clock()),
    shop,
    language === 'customer' ? own : language,
    {
      publicUrl,
      button,
      isTest: true,
    },
  );
  const handed = await app.mail.send({
    fromName: senderName ?? shop.name,
    from: `no-reply@${senderDomain}`,
    replyTo,
    to,
    ...rendered,
    tags: { tenant: app.tenantId, message: TEST, address: addressHash(tenant, to) },
  });
  return { sent: handed.is === 'accepted', error: handed.is === 'accepted' ? null : handed.code };
}

function tomorrow(now: number): Refusal {
  const ms = beginningOfDay(dayAfter(dayInTurkey(now))) - now;
  return new Refusal('rate_limited', { retryAfterSeconds: Math.ceil(ms / SECOND_MS) });
}

function unwilling(): Refusal {
  const message = 'takes no message any more: one to this address bounced for good, or its owner complained';
  return new Refusal('invalid_request', { message: `to: ${message}`, details: [{ field: 'to', message }] });
}
