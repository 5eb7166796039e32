import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CUSTOMER_STYLE } from '../../../lib/pages/styles.ts';
import { STYLE as DOCUMENTATION } from '../../../site/style.ts';

const root = resolve(import.meta.dirname, '../../..');
const css = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');

describe('the size of text', () => {
  it.each([
    ['pages of customers', CUSTOMER_STYLE],
    ['the documentation', DOCUMENTATION],
    ['the console', css('local', 'console', 'page', 'console.css')],
    ['the example shop', css('examples', 'shop', 'shop.css')],
  ])('follows what a reader has set in the browser: %s', (_page, style) => {
    const [, size] = /:root ?\{[^}]*?font:\s*([\d.]+\S*?)\//.exec(style) ?? [];
    expect(size).toMatch(/^[\d.]+%$/);
    expect(style.match(/font(?:-size)?:[^;}]*\d(?:px|pt)\b/g)).toBeNull();
  });
});
