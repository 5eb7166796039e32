import type { CoreApp, SendsTo } from '../runtime/app.ts';
import { errorFields } from '../runtime/log.ts';
import { MESSAGE_DELAY_MAX_MS } from '../queue/delay.ts';
import type { IssueMessage } from '../queue/messages.ts';
import { postponeDocument, type StoredDocument, type Waiting } from '../table/documents/documents.ts';

/** Schedules the document's next run; if the message is lost, the sweep sends another. */
export async function resumeLater(
  app: CoreApp & SendsTo<'invoicing'>,
  name: IssueMessage,
  stored: StoredDocument,
  { afterMs, ...waiting }: Waiting & { readonly afterMs: number },
): Promise<void> {
  await postponeDocument(app, name, stored, { at: app.clock() + afterMs, ...waiting });
  if (afterMs > MESSAGE_DELAY_MAX_MS) return;
  const { due: _due, ...body } = name;
  const delaySeconds = Math.ceil(afterMs / 1000);
  try {
    await app.queues.invoicing.send([{ body, group: name.tenantId, delaySeconds }]);
  } catch (error) {
    app.log.warn('message left to the sweep', errorFields(error));
  }
}
