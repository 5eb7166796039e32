import { describe, expect, it } from 'vitest';
import { page } from './blocks.ts';
import { deadLinks, missingPaths, PAGES } from './markdown-pages.ts';

const pages = Object.entries(PAGES);
const { scripts } = JSON.parse(page('package.json')) as { scripts: Record<string, string> };

describe('the pages in Markdown', () => {
  it.each(pages)('have no dead links: %s', (name, markdown) => {
    expect(deadLinks(name, markdown)).toEqual([]);
  });

  it.each(pages)('mention only existing files: %s', (_name, markdown) => {
    expect(missingPaths(markdown)).toEqual([]);
  });

  it.each(pages)('mention only existing scripts: %s', (_name, markdown) => {
    const named = [...markdown.matchAll(/npm run ([a-z:-]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  it('fail the check for a dead link, a dead anchor and a missing file', () => {
    expect(
      deadLinks('README.md', '[a](docs/nowhere.md) [b](CONTRIBUTING.md#nowhere) [c](CONTRIBUTING.md)'),
    ).toEqual(['docs/nowhere.md', 'CONTRIBUTING.md#nowhere']);
    expect(missingPaths('`lib/flow/` `lib/refusal.ts` `application/json`')).toEqual(['lib/flow/']);
  });

  it('are all reachable from the index of docs/', () => {
    const index = PAGES['docs/README.md']!;
    const missing = Object.keys(PAGES)
      .filter((name) => /^docs\/(guides\/)?[^/]+$/.test(name) && name !== 'docs/README.md')
      .filter((name) => !index.includes(`](${name.slice('docs/'.length)})`));
    expect(missing).toEqual([]);
  });
});
