import { writeFileSync } from 'node:fs';
import { kept, readItem, readMessage, unkept } from './readers.ts';
import { written, type Written } from './scenario.ts';

/** Keeps what this release writes, and how it reads that, for the tests of the next one: `node test/promises/releases/keep.ts`. */
const { items, messages } = unkept(kept(await written())) as Written;
const all = {
  items: items.map((item) => ({ item, read: readItem(item) })),
  messages: messages.map(({ queue, body }) => ({ queue, body, read: readMessage(queue, body) })),
};
writeFileSync(new URL('written.json', import.meta.url), `${kept(all)}\n`);
console.log(`Kept ${items.length} items and ${messages.length} messages of this release.`);
