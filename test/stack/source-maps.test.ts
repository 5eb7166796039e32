import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { bundle } from '../../infra/build/bundle.ts';
import { pureWire, purified } from '../../infra/build/pure-wire.ts';
import { archiveSourceMaps } from '../../infra/deploy/source-maps.ts';
import { BACKGROUND } from '../../lib/background-functions.ts';
import { ROUTES } from '../../functions/routes.ts';
import { tools } from './deploy-tools.ts';

const ROOT = resolve(import.meta.dirname, '../..');

describe('source maps of what was deployed', () => {
  const names = [...ROUTES, ...BACKGROUND].map(({ name }) => name);

  /** A folder in which every function was built. */
  function built(code: string) {
    const root = mkdtempSync(join(tmpdir(), 'deploy-'));
    for (const name of names) {
      for (const [kind, file] of [
        ['functions', 'index.mjs'],
        ['maps', 'index.mjs.map'],
      ] as const) {
        mkdirSync(join(root, '.build', kind, name), { recursive: true });
        writeFileSync(join(root, '.build', kind, name, file), code);
      }
    }
    const outputs = join(root, 'prod.json');
    writeFileSync(outputs, JSON.stringify({ 'Billing-prod-State': { DocumentsBucket: 'the-bucket' } }));
    return { root, outputs, maps: join(root, '.deploy/maps'), region: 'eu-central-1' };
  }

  it('are stored under the hash of the code, each once, and all uploaded to the bucket of the stage', () => {
    const [of, machine] = [built('first'), tools()];
    expect(archiveSourceMaps(of, machine)).toBeUndefined();
    expect(archiveSourceMaps(of, machine)).toBeUndefined();
    expect(readdirSync(join(of.maps, names[0]!))).toEqual(['a7937b64b8caa58f.mjs.map']);
    expect(machine.ran[0]).toBe(
      `aws s3 sync ${of.maps} s3://the-bucket/source-maps --region eu-central-1 --only-show-errors`,
    );
    expect(machine.said).toEqual([
      `${names.length} new source maps are in s3://the-bucket/source-maps.`,
      '0 new source maps are in s3://the-bucket/source-maps.',
    ]);
  });

  it('stay on the machine where the bucket refuses them, with the command to run', () => {
    const of = built('first');
    expect(archiveSourceMaps(of, tools({}, 1))).toBe(
      `The source maps are in ${of.maps} only. Archive them: aws s3 sync ${of.maps} s3://the-bucket/source-maps --region eu-central-1`,
    );
  });

  it('are not uploaded where the outputs of the stage name no bucket', () => {
    const of = built('first');
    writeFileSync(of.outputs, JSON.stringify({ 'Billing-prod-State': {} }));
    expect(() => archiveSourceMaps(of, tools())).toThrow(`${of.outputs} names no DocumentsBucket`);
  });

  /** A module of the wire format, of which a bundle lacks what is said of members. */
  const WIRE = `const nobody: { name: string } | undefined = undefined;
const said = (schema: string, _words: string) => schema;
const shown = (name: string) => {
  return said(
    said(
      name,
      \`of a member,
      at length\`,
    ), 'and of what it is in',
  );
};
console.log(shown('first'));
console.log(nobody!.name);
`;

  it.each([
    ['cause.mjs', 4, 'const nobody = undefined;\n\nconsole.log("first");\nconsole.log(nobody.name);\n'],
    ['lib/wire/cause.ts', 13, WIRE],
  ])(
    'turn a frame of %s into a place of the source by the command of the runbook',
    async (name, at, text) => {
      const folder = mkdtempSync(join(tmpdir(), 'frame-'));
      const [source, code] = [name, 'index.mjs'].map((file) => join(folder, file)) as [string, string];
      mkdirSync(dirname(source), { recursive: true });
      writeFileSync(source, text);
      const made = { minify: true, bundle: true, sourcemap: 'external' } as const;
      await build({ entryPoints: [source], outfile: code, ...made, plugins: [pureWire(folder)] });
      const { stderr, stdout: printed } = spawnSync(process.execPath, [code], { encoding: 'utf8' });
      expect(printed).toBe('first\n');
      const [, line = '', column = ''] = /index\.mjs:(\d+):(\d+)\)?\n/.exec(stderr) ?? [];

      const runbook = readFileSync(join(ROOT, 'docs/runbook/README.md'), 'utf8');
      const command = /^node -p .+$/m.exec(runbook)?.[0] ?? '';
      const filled = command.replace(/\S+\/HASH\.mjs\.map LINE COLUMN$/, `${code}.map ${line} ${column}`);
      expect(filled).not.toBe(command);
      const { stdout } = spawnSync('bash', ['-c', filled], { encoding: 'utf8' });
      expect(stdout).toContain(name);
      expect(stdout).toContain(`lineNumber: ${at},`);
    },
  );

  it('keep every line of the wire format where it was', () => {
    const folder = join(ROOT, 'lib/wire');
    for (const name of readdirSync(folder)) {
      const source = readFileSync(join(folder, name), 'utf8');
      const lines = purified(source).split('\n');
      expect(lines.length, name).toBe(source.split('\n').length);
    }
  });

  it('hold no path of the machine they were made on', async () => {
    const rows = [...ROUTES, ...BACKGROUND].filter(({ name }) => ['plans/list', 'sweep/run'].includes(name));
    mkdirSync(join(ROOT, '.build'), { recursive: true });
    const to = mkdtempSync(join(ROOT, '.build', 'maps-'));
    try {
      await bundle(rows, 'functions', to);
      for (const { name } of rows) {
        const map = readFileSync(join(to, 'maps', name, 'index.mjs.map'), 'utf8');
        expect(map).toContain('primed:');
        expect(map.includes(ROOT), name).toBe(false);
      }
    } finally {
      rmSync(to, { recursive: true });
    }
    expect(rows).toHaveLength(2);
  });
});
