import { cancelAtPeriodEnd } from '../billing/cancellation.ts';
import { viewAt, type SubscriptionView } from '../billing/current-state.ts';
import { hasEnded } from '../billing/subscription.ts';
import type { HtmlPage } from '../pages/layout.ts';
import { cancelPage, type CancelAgain } from '../pages/portal/cancel.ts';
import type { CoreApp } from '../runtime/app.ts';
import type { Visit } from './visit.ts';

/** Whether a customer may still cancel, also what is cancelled in our records alone. */
export const mayCancel = (one: SubscriptionView): boolean => !hasEnded(one) && one.cancellation?.by !== 'pay';

/** The form of a cancellation, which says what it would do; shown again with what was typed where it was refused. */
export const cancelFormPage = ({ view, one }: Visit<CoreApp>, again?: CancelAgain): HtmlPage =>
  cancelPage(view, one, viewAt(cancelAtPeriodEnd(one, 'pay', view.now).subscription, view.now), again);
