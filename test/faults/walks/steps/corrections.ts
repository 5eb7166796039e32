import type { Dice } from '../../dice.ts';
import type { Correction, Member, Shop } from '../records.ts';
import type { Stage } from '../stage.ts';
import { PHONES } from './people.ts';

const NAMES = ['Ayşe Nur', 'Berke', 'Canan', 'Deniz'];

/** Who a subscription's documents are made out to is corrected: by either identifier, or with an e-mail address there too. */
export async function correctCustomer(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const member = dice.pick(shop.members);
  const kind = dice.pick(['name', 'gsmNumber', 'email'] as const);
  const isTold = kind === 'email' || dice.chance(0.5);
  const who = isTold
    ? { 'pay-subscriber-reference-code': member.references.at(-1)! }
    : { 'svc-id': member.svcId };
  const { sent, answered } = drawn(shop, member, dice, kind);
  const correction: Correction = {
    ...{ svcId: member.svcId, boughtWith: member.email, kind, value: answered, state: 'open' },
    body: { ...who, ...sent },
    askedAt: [],
  };
  shop.corrections.push(correction);
  await askFor(stage, shop, correction, member);
}

/** What has had no definite answer is asked for once more. */
export async function completeCorrections(stage: Stage, shop: Shop): Promise<void> {
  for (const correction of shop.corrections.filter(({ state }) => state === 'open'))
    await askFor(stage, shop, correction);
}

async function askFor(stage: Stage, shop: Shop, correction: Correction, member?: Member): Promise<void> {
  const ask = { body: correction.body };
  correction.askedAt.push(stage.now);
  const { status, body } = await stage.ask(shop, 'subscribers/correct-customer', ask, { member });
  const isOver = ['email_taken', 'subscriber_not_found'].includes(String(body.error));
  correction.state = status === 200 ? 'made' : isOver ? 'refused' : 'open';
  if (status !== 200) correction.wasOpen = true;
  // What is asked for again counts from then on.
  if (status === 200)
    shop.corrections.push(...shop.corrections.splice(shop.corrections.indexOf(correction), 1));
}

function drawn(
  shop: Shop,
  member: Member,
  dice: Dice,
  kind: Correction['kind'],
): { sent: Record<string, unknown>; answered: string } {
  switch (kind) {
    case 'name': {
      const name = dice.pick(NAMES);
      const company = { title: `${name} Ltd. Şti.`, taxNumber: '1234567890', taxOffice: 'Konak' };
      return {
        sent: { name, ...(dice.chance(0.4) && { company: dice.pick([company, null]) }) },
        answered: name,
      };
    }
    case 'gsmNumber': {
      const [gsmNumber, answered] = dice.pick(PHONES);
      return { sent: { gsmNumber }, answered };
    }
    case 'email': {
      const own = `corrected${dice.between(1, 3)}@shop${shop.number}.example`;
      const email = dice.pick([own, own, member.email, dice.pick(shop.members).email].filter(Boolean));
      return { sent: { email }, answered: email };
    }
  }
}
