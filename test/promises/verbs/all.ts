import { cancel } from '../../../lib/verbs/cancel.ts';
import { changePlan } from '../../../lib/verbs/change-plan.ts';
import { clearWebhook } from '../../../lib/verbs/clear-webhook.ts';
import { connectAcct } from '../../../lib/verbs/connect-acct.ts';
import { connectPay } from '../../../lib/verbs/connect-pay.ts';
import { correctCustomer } from '../../../lib/verbs/correct-customer.ts';
import { createKey } from '../../../lib/verbs/create-key.ts';
import { finishRotation } from '../../../lib/verbs/finish-rotation.ts';
import { finishTask } from '../../../lib/verbs/finish-task.ts';
import { portalLink } from '../../../lib/verbs/portal-link.ts';
import { previewChange } from '../../../lib/verbs/preview-change.ts';
import { refund } from '../../../lib/verbs/refund.ts';
import { replayEvent } from '../../../lib/verbs/replay-event.ts';
import { replayRange } from '../../../lib/verbs/replay-range.ts';
import { retry } from '../../../lib/verbs/retry.ts';
import { revokeKey } from '../../../lib/verbs/revoke-key.ts';
import { rotateKey } from '../../../lib/verbs/rotate-key.ts';
import { rotateSecret } from '../../../lib/verbs/rotate-secret.ts';
import { setBrandTexts } from '../../../lib/verbs/set-brand-texts.ts';
import { setBrand } from '../../../lib/verbs/set-brand.ts';
import { setMessages } from '../../../lib/verbs/set-messages.ts';
import { setPlan } from '../../../lib/verbs/set-plan.ts';
import { setPortal } from '../../../lib/verbs/set-portal.ts';
import { setRecovery } from '../../../lib/verbs/set-recovery.ts';
import { setWebhook } from '../../../lib/verbs/set-webhook.ts';
import { syncPlans } from '../../../lib/verbs/sync-plans.ts';
import { testMessage } from '../../../lib/verbs/test-message.ts';
import { testWebhook } from '../../../lib/verbs/test-webhook.ts';
import { undo } from '../../../lib/verbs/undo.ts';
import { updateCard } from '../../../lib/verbs/update-card.ts';
import type { VerbRules } from '../../../lib/verbs/verb.ts';

/** The verbs about a subscription and its money. */
export const OF_SUBSCRIPTIONS = {
  ...{ cancel, undo, changePlan, previewChange, correctCustomer, retry, updateCard, refund, portalLink },
} as const satisfies Readonly<Record<string, VerbRules>>;

/** The verbs about the account itself. */
export const OF_ACCOUNTS = {
  ...{ setWebhook, clearWebhook, testWebhook, rotateSecret, finishRotation, replayEvent, replayRange },
  ...{ createKey, rotateKey, revokeKey, connectPay, connectAcct, syncPlans, setPlan, finishTask },
  ...{ setRecovery, setPortal, setBrand, setBrandTexts, setMessages, testMessage },
} as const satisfies Readonly<Record<string, VerbRules>>;

/** Every verb. */
export const VERBS = { ...OF_SUBSCRIPTIONS, ...OF_ACCOUNTS };
