import type { CoreApp } from '../runtime/app.ts';
import { documentCancelled, latestCancelled } from '../table/documents/document-ends.ts';
import type { DocumentName, StoredDocument } from '../table/documents/documents.ts';
import { tryWrite } from '../table/table.ts';

/** The document of an invoice was found cancelled: from now on it is not offered, and no task is about it. */
export async function recordCancelled(
  app: CoreApp,
  name: DocumentName,
  { progress }: StoredDocument,
): Promise<void> {
  if (progress.isCancelled) return;
  await tryWrite(() => app.table.write(documentCancelled(app, name, progress, undefined)));
  await latestCancelled(app, name, undefined);
}
