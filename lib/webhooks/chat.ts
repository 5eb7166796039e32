import type { SubscriptionEvent } from '../billing/events.ts';

/** The body for a team chat's incoming webhook: one sentence for people. Only SUBSCRIBED and DID_RENEW go there. */
export function chatMessage(event: SubscriptionEvent): { text: string } {
  const { customer, planName, periodEnd } = event.snapshot;
  const who = `${plain(customer.name)} ${plain(customer.surname)} (${plain(customer.email)})`;
  const did = event.type === 'DID_RENEW' ? 'renewed the subscription to' : 'subscribed to';
  const until = periodEnd === null ? '' : `, paid until ${new Date(periodEnd).toISOString().slice(0, 10)}`;
  return { text: `${who} ${did} ${plain(planName)}${until}.` };
}

/** Chats read `<…>` as links and mentions, and these three escapes as themselves: nobody's name may call a channel. */
function plain(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
