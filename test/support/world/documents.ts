import type { Documents } from '../../../lib/documents/documents.ts';

/** A bucket in memory: what was put into it by name, and what a link leads to at this moment. */
export interface TestDocuments {
  readonly documents: Documents;
  readonly kept: ReadonlyMap<string, Uint8Array>;
  /** What a browser gets that follows the link now; undefined where it is refused. */
  follow(link: string): Uint8Array | undefined;
  /** Empties the bucket. */
  lose(): void;
}

export function testDocuments(now: () => number): TestDocuments {
  const kept = new Map<string, Uint8Array>();
  return {
    documents: {
      put: async (tenant, invoiceId, pdf) => void kept.set(`${tenant}/${invoiceId}.pdf`, pdf),
      putLogo: async (name, image) => void kept.set(`logos/${name}`, image),
      readLogo: async (name) => kept.get(`logos/${name}`),
      note: async (path) => void kept.set(['restore', ...path].join('/'), new Uint8Array()),
      notes: async () =>
        [...kept.keys()]
          .filter((name) => name.startsWith('restore/'))
          .map((name) => name.split('/').slice(1)),
      link: (tenant, invoiceId, expiresInSeconds) =>
        `https://documents.example/${tenant}/${invoiceId}.pdf?until=${now() + expiresInSeconds * 1000}`,
    },
    kept,
    lose: () => kept.clear(),
    follow(link) {
      const { pathname, searchParams } = new URL(link);
      return Number(searchParams.get('until')) > now() ? kept.get(pathname.slice(1)) : undefined;
    },
  };
}
