import type { Page } from './layout.ts';
import { escape } from './escape.ts';
import { highlighted } from './highlight.ts';
import { anchorOf, inline, markdown } from './markdown.ts';

type Json = Readonly<Record<string, unknown>>;

interface Described {
  readonly info: { readonly title: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

interface Operation {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description?: string;
    readonly schema: Json;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

type Content = Readonly<Record<string, { readonly schema: Json; readonly example?: unknown }>>;

/** The pages of the reference: what holds everywhere, then one page for each part of the API, then its schemas. */
export function referencePages(description: object): Page[] {
  const api = description as Described;
  const general = markdown(`# ${api.info.title} API\n\n${api.info.description}`);
  const first: Page = {
    name: 'api',
    title: 'In general',
    group: 'Reference',
    html: general.html,
    sections: [],
    entries: [{ text: 'Credentials, idempotency, limits, lists', anchor: 'content' }],
  };
  return [first, ...api.tags.map((tag) => tagPage(api, tag)), schemasPage(api)];
}

function tagPage(api: Described, { name, description }: Described['tags'][number]): Page {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(name))
      .map(([method, operation]) => ({ label: `${method.toUpperCase()} ${path}`, operation })),
  );
  const webhooks = Object.entries(api.webhooks)
    .filter(([, { post }]) => post.tags.includes(name))
    .map(([event, { post }]) => ({ label: `Webhook ${event}`, operation: post }));
  const all = [...operations, ...webhooks];
  return {
    name: `api-${anchorOf(name)}`,
    title: name,
    group: 'Reference',
    sections: all.map(({ label }) => ({ level: 2, text: label, anchor: anchorOf(label) })),
    html: [`<h1>${escape(name)}</h1>`, `<p>${inline(description)}</p>`, ...all.map(operationHtml)].join('\n'),
    entries: all.map(({ label, operation }) => ({
      text: label,
      anchor: anchorOf(label),
      words: operation.summary,
    })),
  };
}

function operationHtml({ label, operation }: { label: string; operation: Operation }): string {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const [kind = '', path = ''] = label.split(' ');
  return [
    `<section><h2 id="${anchorOf(label)}"><span class="method ${escape(kind)}">${escape(kind)}</span> <code>${escape(path)}</code></h2>`,
    `<p><strong>${escape(summary)}.</strong> ${inline(description)}</p>`,
    parameters.length === 0
      ? ''
      : `<h3>Parameters</h3>${table(
          ['Name', 'In', 'Required', 'What'],
          parameters.map((one) => [
            `<code>${escape(one.name)}</code><span class="type">${typeOf(one.schema)}</span>`,
            escape(one.in),
            one.required ? 'yes' : 'no',
            inline(one.description ?? ''),
          ]),
        )}`,
    requestBody ? `<h3>Body</h3>${contentHtml(requestBody.content)}` : '',
    '<h3>Answers</h3>',
    table(
      ['Status', 'What'],
      Object.entries(responses).map(([status, answer]) => [
        escape(status),
        `${answerHtml(answer.description)}${status === '200' && answer.content ? contentHtml(answer.content) : ''}`,
      ]),
    ),
    '</section>',
  ].join('\n');
}

/** Codes with which something is refused lead to the guide that explains them. */
function answerHtml(description: string): string {
  if (!/^`[a-z_]+`(, `[a-z_]+`)*$/.test(description)) return inline(description);
  return inline(description.replaceAll(/`([a-z_]+)`/g, '[`$1`](/docs/errors#$1)'));
}

function contentHtml(content: Content): string {
  return Object.values(content)
    .map(({ schema, example }) => {
      const shown =
        example === undefined
          ? ''
          : `<pre tabindex="0"><code>${highlighted('json', JSON.stringify(example, null, 2))}</code></pre>`;
      return `<p>${typeOf(schema)}</p>${shown}`;
    })
    .join('');
}

function schemasPage({ components: { schemas } }: Described): Page {
  const sections = Object.entries(schemas).map(([name, schema]) => {
    const {
      description = '',
      properties = {},
      required = [],
    } = schema as {
      description?: string;
      properties?: Readonly<Record<string, Json>>;
      required?: readonly string[];
    };
    const rows = Object.entries(properties).map(([member, of]) => [
      `<code>${escape(member)}</code>`,
      typeOf(of),
      required.includes(member) ? 'yes' : 'no',
      inline(typeof of.description === 'string' ? of.description : ''),
    ]);
    return `<section><h2 id="${anchorOf(name)}">${escape(name)}</h2><p>${inline(description)}</p>${table(['Field', 'Type', 'Always there', 'What'], rows)}</section>`;
  });
  return {
    name: 'api-schemas',
    title: 'Schemas',
    group: 'Reference',
    sections: [],
    html: `<h1>Schemas</h1>\n${sections.join('\n')}`,
    entries: Object.entries(schemas).map(([name, { properties = {} }]) => ({
      text: name,
      anchor: anchorOf(name),
      words: Object.keys(properties as Json).join(' '),
    })),
  };
}

/** A schema in a few words, with links to the schemas that it is made of. */
function typeOf(schema: Json): string {
  const { $ref: reference, type, enum: words, const: only, items, anyOf, allOf } = schema;
  if (typeof reference === 'string') {
    const name = reference.split('/').pop() ?? '';
    return `<a href="/docs/api-schemas#${anchorOf(name)}">${escape(name)}</a>`;
  }
  if (only !== undefined) return `<code>${escape(JSON.stringify(only))}</code>`;
  if (Array.isArray(words)) return words.map((word) => `<code>${escape(String(word))}</code>`).join(', ');
  const several = (anyOf ?? allOf) as readonly Json[] | undefined;
  if (several) return several.map(typeOf).join(' or ');
  if (type === 'array') return `list of ${typeOf((items ?? {}) as Json)}`;
  return escape([type].flat().map(String).join(' or '));
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[], tag: 'th' | 'td') =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return `<div class="wide" tabindex="0"><table><thead>${row(head, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>`;
}
