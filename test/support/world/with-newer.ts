import { Unreadable } from '../../../lib/record.ts';
import type { App } from '../../../lib/runtime/app.ts';
import type { Key, Table } from '../../../lib/table/table.ts';

/** An App whose table refuses some items, as it does what newer code has written in a form of its own. */
export function withNewer(app: App, ...newer: readonly Key[]): App {
  const refuse = (asked: readonly Key[]) => {
    if (asked.some(({ pk, sk }) => newer.some((one) => one.pk === pk && one.sk === sk)))
      throw new Unreadable('v');
  };
  const table: Table = {
    ...app.table,
    async get(asked, options) {
      refuse([asked]);
      return app.table.get(asked, options);
    },
    async getMany(asked, options) {
      refuse(asked);
      return app.table.getMany(asked, options);
    },
    async query(asked) {
      const { passOver } = asked;
      const items = await app.table.query(asked);
      if (!passOver) refuse(items);
      const isNewer = ({ pk, sk }: Key) => newer.some((one) => one.pk === pk && one.sk === sk);
      items.filter(isNewer).forEach((item) => passOver?.(item));
      return items.filter((item) => !isNewer(item));
    },
    async apply(change) {
      if ('update' in change) refuse([change.update]);
      return app.table.apply(change);
    },
  };
  return { ...app, table, memory: {} };
}
