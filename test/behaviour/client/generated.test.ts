import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { GENERATED, generated } from '../../../client/generate/generated.ts';

it('the client’s types are those of the description; `npm test` and `npm run openapi` write them', async () => {
  expect(readFileSync(GENERATED, 'utf8')).toBe(await generated());
});
