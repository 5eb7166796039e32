import type { Dice } from '../../delivery/dice.ts';
import type { Shop } from '../records.ts';
import type { Stage } from '../stage.ts';
import { buyDirect, buyHosted, fillSome, openForm, repeatDirect, returnSome } from './buy.ts';
import { anyAct, browse, cancel, changePlan, getSubscriber, listInvoices, openCardForm } from './manage.ts';
import { cancelTrial, perform, performTwo, undo, type Act } from './manage.ts';
import { askMeanwhile, catchUp, fallBehind, meetRenewal, passDays, passHours } from './time.ts';
import { passMonths, passSeconds, sleepForWeeks } from './time.ts';
import {
  readAccount,
  readFeed,
  reconcileByHand,
  replay,
  rotateKey,
  rotateSecret,
  useOldKey,
} from './account.ts';
import { replaceCard } from './cards.ts';
import { sendNonsense } from './odd.ts';
import { cancelAtPanel, forceCharge, retirePlan, upgradeAtPanel } from './panel.ts';
import { changeKey, disturbNotifications, lag, mend } from './trouble.ts';
import { slowDown, switchReceiver, troubleLasting, troubleNext } from './trouble.ts';

/** One kind of step: how often it is drawn beside the others, when it makes sense, and what it does. */
export interface StepKind {
  readonly weight: number;
  readonly fits?: (shop: Shop) => boolean;
  readonly take: (stage: Stage, shop: Shop, dice: Dice) => Promise<unknown>;
}

const hasMembers = ({ members }: Shop) => members.length > 0;
const hasForms = ({ forms }: Shop) => forms.length > 0;
const hasDirects = ({ directs }: Shop) =>
  directs.some(({ open, reference }) => open || reference !== undefined);

/** A step that is one request about one subscriber. */
const request = (
  weight: number,
  act: (shop: Shop, member: Shop['members'][number], dice: Dice) => Act,
): StepKind => ({
  weight,
  fits: hasMembers,
  take: (stage, shop, dice) => {
    const member = dice.pick(shop.members);
    return perform(stage, shop, member, act(shop, member, dice));
  },
});

/** Every kind of step by name. */
export const STEPS = {
  'hosted purchase': { weight: 7, take: buyHosted },
  'direct purchase': { weight: 7, take: buyDirect },
  'form opened': { weight: 2, take: openForm },
  'form filled': { weight: 2, fits: hasForms, take: fillSome },
  'browser returns': { weight: 3, fits: hasForms, take: returnSome },
  'direct purchase repeated': { weight: 3, fits: hasDirects, take: repeatDirect },
  'card form opened': { weight: 3, fits: hasMembers, take: openCardForm },
  'subscriber read': request(2, getSubscriber),
  'invoices listed': request(2, listInvoices),
  'plans and customer read': { weight: 1, take: browse },
  cancel: request(6, cancel),
  undo: request(5, undo),
  'plan change': request(7, changePlan),
  'any request': request(3, anyAct),
  'two requests at once': { weight: 5, fits: hasMembers, take: performTwo },
  'request beside our own work': { weight: 6, fits: hasMembers, take: askMeanwhile },
  'request at a renewal': { weight: 4, fits: hasMembers, take: meetRenewal },
  seconds: { weight: 6, take: (stage, _, dice) => passSeconds(stage, dice) },
  hours: { weight: 4, take: (stage, _, dice) => passHours(stage, dice) },
  days: { weight: 3, take: (stage, _, dice) => passDays(stage, dice) },
  months: { weight: 1, take: (stage, _, dice) => passMonths(stage, dice) },
  'queues stand still': { weight: 3, take: (stage, _, dice) => fallBehind(stage, dice) },
  'weeks without us': { weight: 0.4, take: (stage, _, dice) => sleepForWeeks(stage, dice) },
  'queues worked off': { weight: 3, take: catchUp },
  'calls go wrong': { weight: 5, take: troubleNext },
  'provider out': { weight: 1.5, take: troubleLasting },
  'provider slow': { weight: 1, take: slowDown },
  'key changed': { weight: 0.8, take: changeKey },
  'provider mended': { weight: 4, take: mend },
  'notifications disturbed': { weight: 2, take: disturbNotifications },
  'provider lags': { weight: 1, take: lag },
  'receiver switched': { weight: 2, take: switchReceiver },
  'card replaced': { weight: 4, fits: hasMembers, take: replaceCard },
  'trial cancelled': { weight: 1.5, fits: hasMembers, take: cancelTrial },
  'nonsense sent': { weight: 1, take: sendNonsense },
  'key pair rotated': { weight: 0.7, take: rotateKey },
  'old key pair used': { weight: 0.7, fits: ({ oldKeys }) => oldKeys.length > 0, take: useOldKey },
  'webhook secret rotated': { weight: 1, take: rotateSecret },
  'event replayed': { weight: 1.5, take: replay },
  'feed read': { weight: 1, take: readFeed },
  'account read': { weight: 0.5, take: readAccount },
  'reconciled by hand': { weight: 1, fits: hasMembers, take: reconcileByHand },
  'charge forced': { weight: 3, fits: hasMembers, take: forceCharge },
  'cancel at the panel': { weight: 1, fits: hasMembers, take: cancelAtPanel },
  'plan change at the panel': { weight: 1, fits: hasMembers, take: upgradeAtPanel },
  'plan retired': { weight: 1, take: retirePlan },
} as const satisfies Record<string, StepKind>;

export type StepName = keyof typeof STEPS;

/** A step of a walk: what it does, and the seed of all that is drawn in it. */
export interface Step {
  readonly name: StepName;
  readonly seed: number;
}

const NAMES = Object.keys(STEPS) as StepName[];
const WEIGHT = NAMES.reduce((sum, name) => sum + STEPS[name].weight, 0);

/** The steps of a walk. It begins with two purchases, so that most walks have something to go wrong. */
export function stepsFrom(dice: Dice, count: number): Step[] {
  const first: StepName[] = [dice.pick(['hosted purchase', 'direct purchase']), 'hosted purchase'];
  return Array.from({ length: count }, (_, i) => ({
    name: first[i] ?? drawn(dice),
    seed: dice.between(0, 2 ** 31 - 1),
  }));
}

function drawn(dice: Dice): StepName {
  let left = dice.next() * WEIGHT;
  for (const name of NAMES) {
    left -= STEPS[name].weight;
    if (left < 0) return name;
  }
  return 'seconds';
}
