import type { Rule } from 'eslint';
import { dirname, relative, resolve } from 'node:path';
import { MAY_IMPORT, PACKAGE_ROOMS } from './rooms.ts';
import { wrongWord } from './words.ts';

/** A rule that reports each node that one of these selectors finds, with the words beside it. */
const against = (found: Readonly<Record<string, string>>): Rule.RuleModule => ({
  create: (context) =>
    Object.fromEntries(
      Object.entries(found).map(([selector, message]) => [
        selector,
        (node: Rule.Node) => context.report({ node, message }),
      ]),
    ),
});

const BY_APP = 'time, ids, chance and the outside world come through `app` (lib/runtime/app.ts)';

/** A folder of `lib`, or a single file beside them, in `runtime` and in `text`; else the folder at the top. */
export function roomOf(file: string): string {
  const [top = '', second = '', third = ''] = file.split('/');
  if (top !== 'lib') return top;
  return (second === 'runtime' || second === 'text' ? third : second).replace(/\.ts$/, '');
}

const NOT_DEPLOYED = /^(?:sandbox|local|test|bench|cli|lint)\//;
const PROVIDERS_OWN = /^lib\/(?:pay|acct)\/[\w-]+\//;
const MAKES_CLIENTS = ['lib/pay/provider.ts', 'lib/runtime/live.ts'];

/** What is wrong with an import of another file, both by their paths in the repository; undefined where nothing is. */
function wrongImport(from: string, to: string): string | undefined {
  if (NOT_DEPLOYED.test(to)) return `${to} is not deployed`;
  if (PROVIDERS_OWN.test(to) && !PROVIDERS_OWN.test(from) && !MAKES_CLIENTS.includes(from))
    return 'a provider is met by its port: its own folder is known to what makes its client';
  const [here, there] = [roomOf(from), roomOf(to)];
  const allowed = MAY_IMPORT[here] ?? [];
  const isAllowed = here === there || allowed.some((name) => name === there || to === `lib/${name}.ts`);
  return isAllowed ? undefined : `"${here}" may not import "${there}" (lint/rooms.ts)`;
}

/** What is wrong with the use of a package in a file; undefined where nothing is. */
function wrongPackage(from: string, name: string): string | undefined {
  if (name === 'zod') return 'bundles have zod only in its small form: zod/mini';
  const kept = Object.entries(PACKAGE_ROOMS).find(([begin]) => name.startsWith(begin));
  const isAllowed = kept === undefined || kept[1].some((room) => from.startsWith(room));
  return isAllowed ? undefined : `${name} is kept to ${kept[1].join(', ')} (lint/rooms.ts)`;
}

/** Who may import whom, and which packages. */
const rooms: Rule.RuleModule = {
  create(context) {
    const from = relative(context.cwd, context.filename);
    const look = (node: Rule.Node, source: unknown) => {
      if (typeof source !== 'string') return;
      const to = relative(context.cwd, resolve(dirname(context.filename), source));
      const message = source.startsWith('.') ? wrongImport(from, to) : wrongPackage(from, source);
      if (message !== undefined) context.report({ node, message });
    };
    return {
      ImportDeclaration: (node) => look(node, node.source.value),
      ExportNamedDeclaration: (node) => look(node, node.source?.value),
      ExportAllDeclaration: (node) => look(node, node.source.value),
      ImportExpression: (node) => look(node, node.source.type === 'Literal' ? node.source.value : undefined),
    };
  },
};

/**
 * What is exported says what it is; one comment covers all declarations of a name. A function's `handler` is what its
 * `create` makes, for Lambda.
 */
const documented: Rule.RuleModule = {
  create(context) {
    const isFunction = relative(context.cwd, context.filename).startsWith('functions/');
    const said = new Set<string>();
    const bare = new Map<string, Rule.Node>();
    return {
      ExportNamedDeclaration(node) {
        const before = context.sourceCode.getCommentsBefore(node).at(-1);
        const isSaid = before?.type === 'Block' && before.value.startsWith('*');
        for (const name of namesOf(node.declaration))
          if (isSaid || (isFunction && name === 'handler')) said.add(name);
          else bare.set(name, node);
      },
      'Program:exit'() {
        for (const [name, node] of bare)
          if (!said.has(name))
            context.report({ node, message: `${name} is exported and does not say what it is` });
      },
    };
  },
};

interface Declaration {
  readonly id?: { readonly name?: string } | null;
  readonly declarations?: readonly { readonly id: { readonly name?: string } }[];
}

/** The names that a declaration gives. */
function namesOf(declaration: object | null | undefined): string[] {
  const { id, declarations = [] }: Declaration = declaration ?? {};
  return [id?.name, ...declarations.map((one) => one.id.name)].filter((name) => name !== undefined);
}

const TITLES = /^(?:it|test|describe)$/;

/** The name that is called: `it` in `it(…)`, `it.each(…)(…)` and `it.for(…)(…)`. */
function calledBy(callee: object): string | undefined {
  const { name, object, callee: inner }: { name?: string; object?: object; callee?: object } = callee;
  return name ?? (object && calledBy(object)) ?? (inner && calledBy(inner));
}

/** Things are called by the field's words: files, names in them, and titles of tests. */
const fieldWords: Rule.RuleModule = {
  create(context) {
    const look = (node: Rule.Node, text: string) => {
      const message = wrongWord(text);
      if (message !== undefined) context.report({ node, message });
    };
    return {
      Program: (node) => look(node as Rule.Node, relative(context.cwd, context.filename)),
      Identifier: (node) => look(node, node.name),
      PrivateIdentifier: (node) => look(node, node.name),
      CallExpression(node) {
        const [title] = node.arguments;
        if (title?.type !== 'Literal' || typeof title.value !== 'string') return;
        if (TITLES.test(calledBy(node.callee) ?? '')) look(node, title.value);
      },
    };
  },
};

interface Annotated {
  readonly type: string;
  readonly name?: string;
  readonly left?: Annotated;
  readonly typeAnnotation?: { readonly range: readonly [number, number] };
  readonly properties?: readonly { readonly key?: { readonly name?: string } }[];
}

const AN_APP = /\b(?:\w*App|AppOf|OfTenant|WithTenant)\b/;
const A_BOUND_APP = /\b(?:OfTenant|WithTenant)\b/;
const NAMES_A_TENANT = /^tenant(?:Id)?$/;
const A_TENANT = /^(?:string|Tenant)$|^\{[^}]*\btenant(?:Id)?: (?:string|Tenant)\b/;

/** Whoever is given an app gets no tenant beside it: the app is bound to one, or a record or a message names it. */
const oneTenant: Rule.RuleModule = {
  create(context) {
    const typeOf = (one: Annotated) => {
      const [from = 0, to = 0] = one.typeAnnotation?.range ?? [];
      return context.sourceCode.text.slice(from, to).replace(/^:\s*/, '');
    };
    const look = (node: Rule.Node) => {
      const { params = [] }: { readonly params?: readonly Annotated[] } = node as object;
      const all = params.map((one) => one.left ?? one);
      const app = all.find((one) => AN_APP.test(typeOf(one)));
      if (!app) return;
      const isBound = A_BOUND_APP.test(typeOf(app));
      for (const one of all) {
        if (one === app) continue;
        const parts = (one.properties ?? []).map(({ key }) => key?.name ?? '');
        const isNamed =
          one.name === undefined || NAMES_A_TENANT.test(one.name) || typeOf(one).startsWith('{');
        if (
          (isNamed && A_TENANT.test(typeOf(one))) ||
          (isBound && parts.some((name) => NAMES_A_TENANT.test(name)))
        )
          context.report({
            node,
            message: 'an app is bound to its tenant (`forTenant`): none is given beside it',
          });
      }
    };
    return {
      FunctionDeclaration: look,
      FunctionExpression: look,
      ArrowFunctionExpression: look,
      TSFunctionType: look,
    };
  },
};

/** The rules of this house, by name: `house/<name>`. */
export const HOUSE = {
  rules: {
    rooms,
    documented,
    'field-words': fieldWords,
    'one-tenant': oneTenant,
    'clock-and-chance': against({
      "CallExpression[callee.object.name='Date'][callee.property.name='now']": BY_APP,
      "NewExpression[callee.name='Date'][arguments.length=0]": BY_APP,
      "CallExpression[callee.object.name='Math'][callee.property.name='random']": BY_APP,
      "CallExpression[callee.name='randomUUID']": BY_APP,
      "CallExpression[callee.property.name='randomUUID']": BY_APP,
      "CallExpression[callee.name='fetch']": BY_APP,
      "MemberExpression[object.name='process'][property.name='env']": BY_APP,
    }),
    'no-cast-away': against({
      'TSAsExpression > TSNeverKeyword': 'no type is cast away',
      "TSAsExpression[expression.type='TSAsExpression']": 'no type is cast away',
    }),
    'read-json': against({
      "TSAsExpression[typeAnnotation.type!='TSUnknownKeyword'][expression.callee.object.name='JSON'][expression.callee.property.name='parse']":
        'what was JSON is read field by field',
    }),
    'bounded-memory': against({
      "CallExpression[callee.name='perInstance'] NewExpression[callee.name=/^(?:Map|Set)$/]":
        'what is kept from one request to the next does not grow without end',
      'Program > VariableDeclaration > VariableDeclarator > NewExpression[callee.name=/^(?:Map|Set)$/][arguments.length=0]':
        'what is kept from one request to the next does not grow without end',
    }),
    'conflict-by-name': against({
      "BinaryExpression[operator='instanceof'][right.name='Conflict']":
        'a failed condition gets its name in lib/table/tenants/refusal-for.ts',
    }),
  },
};
