import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { openCli } from './io.ts';

/** What a shell with our script offers behind these words, of which the last one is being typed. */
async function offered(...words: string[]): Promise<string[]> {
  const { out } = await (await openCli()).run(['completion', 'bash']);
  const typed = ['billing', ...words].map((word) => `'${word}'`).join(' ');
  const script = `${out}\nCOMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _billing; echo "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split(' ');
}

describe('completion', () => {
  it('offers commands, the commands below them, and their options', async () => {
    expect(await offered('ten')).toEqual(['tenants']);
    expect(await offered('notifications', 'is')).toEqual(['issue']);
    expect(await offered('--json', 'documents', 'list', '--st')).toEqual(['--state']);
    expect(await offered('refunds', 'settle', 'an-id', '--ten')).toEqual(['--tenant']);
  });
});

describe('BILLING_TENANT', () => {
  it('stands for --tenant, which counts more', async () => {
    const cli = await openCli();
    await cli.run(['tenants', 'create', 'shop']);
    process.env['BILLING_TENANT'] = 'shop';
    try {
      expect((await cli.run(['people', 'list'])).code).toBe(0);
      expect((await cli.run(['people', 'list', '--tenant', 'nobody'])).err).toContain('no tenant nobody');
    } finally {
      delete process.env['BILLING_TENANT'];
    }
  });
});

describe('a tenant with another name', () => {
  it('is found by it alone, and nobody else can take it', async () => {
    const cli = await openCli();
    for (const name of ['shop', 'other']) await cli.run(['tenants', 'create', name]);
    expect((await cli.run(['tenants', 'rename', 'shop', 'other'])).err).toContain('there is a tenant other');
    expect((await cli.run(['tenants', 'rename', 'shop', 'store'])).out).toContain(
      'shop is called store now.',
    );
    expect((await cli.run(['tenants', 'show', 'shop'])).code).toBe(1);
    expect((await cli.run(['tenants', 'show', 'store'])).code).toBe(0);
    expect((await cli.run(['tenants', 'create', 'shop'])).code).toBe(0);
  });
});
