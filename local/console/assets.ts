import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { build } from 'esbuild';

const FOLDER = join(import.meta.dirname, 'page');

/** Everything from its own address; nothing inline. */
const POLICY = "default-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'";

interface Asset {
  readonly type: string;
  readonly read: () => Promise<string | Uint8Array>;
}

const file = (name: string, type: string): Asset => ({ type, read: () => readFile(join(FOLDER, name)) });

const ASSETS: Readonly<Record<string, Asset>> = {
  '/': file('index.html', 'text/html; charset=utf-8'),
  '/console/console.css': file('console.css', 'text/css; charset=utf-8'),
  '/console/rows.css': file('rows.css', 'text/css; charset=utf-8'),
  '/console/console.js': { type: 'text/javascript; charset=utf-8', read: script },
};

let bundled: Promise<string> | undefined;

/** The page's script in one piece, built on first use. */
function script(): Promise<string> {
  bundled ??= build({
    entryPoints: [join(FOLDER, 'console.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    logLevel: 'silent',
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? '');
  return bundled;
}

/** Serves a file of the page; returns whether the path is one. */
export async function consoleAsset(path: string, response: ServerResponse): Promise<boolean> {
  const asset = ASSETS[path];
  if (!asset) return false;
  response
    .writeHead(200, {
      'content-type': asset.type,
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    })
    .end(await asset.read());
  return true;
}
