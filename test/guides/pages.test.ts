import { describe, expect, it } from 'vitest';
import { SUBSCRIPTION_STATUSES } from '../../lib/billing/subscription.ts';
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

  it('describe the purpose of each script', () => {
    const contributing = PAGES['CONTRIBUTING.md']! + PAGES['README.md']!;
    const isSaid = (name: string) =>
      contributing.includes(`npm run ${name}\``) || /^(start|test|format|dependencies)$/.test(name);
    // What npm runs before or after a script is part of it, and nobody calls it by itself.
    const called = Object.keys(scripts).map((name) => name.replace(/^(pre|post)(?=test|start|pack)/, ''));
    expect(called.filter((name) => !isSaid(name))).toEqual([]);
  });
});

describe('the changelog', () => {
  it('begins with the version of the package', () => {
    const { version } = JSON.parse(page('package.json')) as { version: string };
    expect(/^## (\S+) \(/m.exec(PAGES['CHANGELOG.md']!)?.[1]).toBe(version);
  });
});

describe('the state diagram', () => {
  it('has every status of a subscription and no other', () => {
    const [, picture = ''] =
      /```mermaid\nstateDiagram-v2\n([\s\S]*?)```/.exec(PAGES['docs/how-it-works.md']!) ?? [];
    const drawn = new Set(
      [...picture.matchAll(/^ +(\S+) --> (\w+|\[\*\])/gm)]
        .flatMap(([, from, to]) => [from, to])
        .filter((state) => state !== '[*]'),
    );
    expect([...drawn].sort()).toEqual([...SUBSCRIPTION_STATUSES].sort());
  });
});
