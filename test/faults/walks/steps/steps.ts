import type { Dice } from '../../dice.ts';
import type { Shop } from '../records.ts';
import type { Stage } from '../stage.ts';
import { buyDirect, buyHosted, fillSome, openForm, repeatDirect, returnSome } from './buy.ts';
import {
  anyAct,
  browse,
  cancel,
  cancelTrial,
  changePlan,
  getSubscriber,
  listInvoices,
  openCardForm,
  retryPayment,
  perform,
  performTwo,
  undo,
  type Act,
} from './manage.ts';
import {
  askMeanwhile,
  catchUp,
  fallBehind,
  meetRenewal,
  passDays,
  passHours,
  passMonths,
  passSeconds,
  sleepForWeeks,
} from './time.ts';
import { readAccount, rotateKey, setRecovery, syncPlans, useOldKey } from './account.ts';
import { disturbInvoicing } from './invoicing.ts';
import { erase, importBeside, reconcileByHand, suspend } from './operator.ts';
import { readFeed, removeWebhook, replay, replayMany, rotateSecret } from './webhook.ts';
import { replaceCard } from './cards.ts';
import { correctCustomer } from './corrections.ts';
import { changeAsPreviewed, refund, refundAtPanel, turnCard } from './money.ts';
import { sendNonsense } from './odd.ts';
import { askInLittleTime } from './hurry.ts';
import { cancelAtPanel, forceCharge, retirePlan, upgradeAtPanel } from './panel.ts';
import {
  changeKey,
  disturbNotifications,
  lag,
  mend,
  slowDown,
  switchReceiver,
  troubleLasting,
  troubleNext,
} from './trouble.ts';

/** One kind of step: how often it is drawn beside the others, when it makes sense, and what it does. */
export interface StepKind {
  readonly weight: number;
  readonly fits?: (shop: Shop) => boolean;
  /** False where it turned out that there was nothing to do. */
  readonly take: (stage: Stage, shop: Shop, dice: Dice) => unknown;
}

type Take = StepKind['take'];

const always = (weight: number, take: Take): StepKind => ({ weight, take });
const withMembers = (weight: number, take: Take): StepKind => ({
  ...{ weight, take },
  fits: ({ members }) => members.length > 0,
});
const withForms = (weight: number, take: Take): StepKind => ({
  ...{ weight, take },
  fits: ({ forms }) => forms.length > 0,
});
const withDirects = (weight: number, take: Take): StepKind => ({
  ...{ weight, take },
  fits: ({ directs }) => directs.some(({ open, reference }) => open || reference !== undefined),
});

/** A step that is one request about one subscriber. */
const request = (
  weight: number,
  act: (shop: Shop, member: Shop['members'][number], dice: Dice) => Act,
): StepKind =>
  withMembers(weight, (stage, shop, dice) => {
    const member = dice.pick(shop.members);
    return perform(stage, shop, member, act(shop, member, dice));
  });

/** Every kind of step by name. */
export const STEPS = {
  'hosted purchase': always(7, buyHosted),
  'direct purchase': always(7, buyDirect),
  'form opened': always(2, openForm),
  'form filled': withForms(2, fillSome),
  'browser returns': withForms(3, returnSome),
  'direct purchase repeated': withDirects(3, repeatDirect),
  'card form opened': withMembers(3, openCardForm),
  'subscriber read': request(2, getSubscriber),
  'invoices listed': request(2, listInvoices),
  'plans and customer read': always(1, browse),
  cancel: request(6, cancel),
  undo: request(5, undo),
  'plan change': request(7, changePlan),
  'any request': request(3, anyAct),
  'two requests at once': withMembers(5, performTwo),
  'request beside our own work': withMembers(6, askMeanwhile),
  'request at a renewal': withMembers(4, meetRenewal),
  seconds: always(6, passSeconds),
  hours: always(4, passHours),
  days: always(3, passDays),
  months: always(1, passMonths),
  'queues stand still': always(3, fallBehind),
  'weeks without us': always(0.4, sleepForWeeks),
  'queues worked off': always(3, catchUp),
  'calls go wrong': always(5, troubleNext),
  'provider out': always(1.5, troubleLasting),
  'provider slow': always(1, slowDown),
  'key changed': always(0.8, changeKey),
  'provider mended': always(4, mend),
  'notifications disturbed': always(2, disturbNotifications),
  'provider lags': always(1, lag),
  'receiver switched': always(2, switchReceiver),
  'card replaced': withMembers(4, replaceCard),
  'trial cancelled': withMembers(1.5, cancelTrial),
  'nonsense sent': always(1, sendNonsense),
  'key pair rotated': always(0.7, rotateKey),
  'old key pair used': always(0.7, useOldKey),
  'webhook secret rotated': always(1, rotateSecret),
  'event replayed': always(1.5, replay),
  'feed read': always(1, readFeed),
  'account read': always(0.5, readAccount),
  'reconciled by hand': withMembers(1, reconcileByHand),
  'charge forced': withMembers(3, forceCharge),
  'cancel at the panel': withMembers(1, cancelAtPanel),
  'plan change at the panel': withMembers(1, upgradeAtPanel),
  'plan retired': always(1, retirePlan),
  'plans read at the provider': always(0.5, syncPlans),
  'little time left': withMembers(2, askInLittleTime),
  'many events replayed': always(0.7, replayMany),
  'webhook removed': always(0.7, removeWebhook),
  'invoicing disturbed': { weight: 1.5, fits: ({ tenant }) => tenant.invoicing, take: disturbInvoicing },
  'tenant suspended': always(0.5, suspend),
  'customer erased': withMembers(1.5, erase),
  'import beside others': withMembers(0.7, importBeside),
  'payment retried': request(3, retryPayment),
  'recovery set': always(1, setRecovery),
  'card turned': withMembers(2, turnCard),
  'money given back': withMembers(2, refund),
  'money given back at the panel': withMembers(1, refundAtPanel),
  'plan change as previewed': withMembers(2, changeAsPreviewed),
  'customer corrected': withMembers(1, correctCustomer),
} as const satisfies Record<string, StepKind>;

export type StepName = keyof typeof STEPS;

/** A step of a walk: what it does, and the seed of all that is drawn in it. */
export interface Step {
  readonly name: StepName;
  readonly seed: number;
}

const NAMES = Object.keys(STEPS) as StepName[];
const USUAL = NAMES.map((name) => [name, STEPS[name].weight] as const);

/** What customers are told of, and how often each is drawn on a walk of messages. */
const TOLD_OF: readonly (readonly [StepName, number])[] = [
  ['hosted purchase', 4],
  ['cancel', 6],
  ['undo', 5],
  ['trial cancelled', 1],
  ['plan change', 2],
  ['two requests at once', 2],
  ['request beside our own work', 5],
  ['card turned', 9],
  ['card replaced', 5],
  ['payment retried', 3],
  ['charge forced', 4],
  ['money given back', 4],
  ['money given back at the panel', 2],
  ['customer corrected', 2],
  ['customer erased', 2],
  ['recovery set', 1],
  ['tenant suspended', 0.5],
  ['calls go wrong', 2],
  ['notifications disturbed', 1],
  ['provider mended', 2],
  ['invoicing disturbed', 1],
  ['queues stand still', 3],
  ['queues worked off', 3],
  ['seconds', 4],
  ['hours', 8],
  ['days', 12],
  ['months', 1],
];

/** The steps of a walk. It begins with two purchases, so that most walks have something to go wrong. */
export function stepsFrom(dice: Dice, count: number, isOfMessages = false): Step[] {
  const first: StepName[] = [dice.pick(['hosted purchase', 'direct purchase']), 'hosted purchase'];
  const weights = isOfMessages ? TOLD_OF : USUAL;
  return Array.from({ length: count }, (_, i) => ({
    name: first[i] ?? drawn(dice, weights),
    seed: dice.between(0, 2 ** 31 - 1),
  }));
}

function drawn(dice: Dice, weights: readonly (readonly [StepName, number])[]): StepName {
  let left = dice.next() * weights.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [name, weight] of weights) {
    left -= weight;
    if (left < 0) return name;
  }
  return 'seconds';
}
