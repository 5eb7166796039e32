import { globSync } from 'node:fs';
import ts from 'typescript';

/** A field of what a provider's port answers, by its interface, and the type that has it. */
interface PortField {
  readonly name: string;
  readonly of: ts.Type;
}

/** The ports, by the file and the interface whose methods are the calls. */
const PORTS = { 'lib/pay/pay.ts': 'Pay', 'lib/acct/acct.ts': 'Acct' } as const;
const DECLARED_IN = [...Object.keys(PORTS), 'lib/pay/provider-records.ts'];
/** Who fills the fields in: to read one there is no use of it. */
const ADAPTERS = /lib\/(acct\/parasut|pay\/iyzico)\//;

/** The product without packages and adapters, and with `changed` in place of what some files say. */
function productOf(changed: Readonly<Record<string, string>>) {
  const files = globSync('{lib,functions}/**/*.ts').filter((file) => !ADAPTERS.test(file));
  const options: ts.CompilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true, types: [] },
    ...{ target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, lib: ['lib.esnext.d.ts'] },
  };
  const host = ts.createCompilerHost(options);
  const readFile = (file: string) => changed[file.slice(ts.sys.getCurrentDirectory().length + 1)];
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (file, ...how) => {
    const text = readFile(file);
    return text === undefined ? getSourceFile(file, ...how) : ts.createSourceFile(file, text, how[0]);
  };
  host.resolveModuleNameLiterals = (names, containing) =>
    names.map(({ text }) => {
      const file = ts.sys.resolvePath(`${containing.replace(/[^/]*$/, '')}${text}`);
      const isOurs = text.startsWith('.') && !ADAPTERS.test(file);
      return { resolvedModule: isOurs ? { resolvedFileName: file, extension: '.ts' } : undefined };
    });
  return { files, program: ts.createProgram(files, options, host) };
}

/** All fields that the answers of a port's calls have, at any depth. */
function fieldsOf(program: ts.Program, checker: ts.TypeChecker): Map<ts.Symbol, PortField> {
  const fields = new Map<ts.Symbol, PortField>();
  const seen = new Set<ts.Type>();
  const collect = (type: ts.Type): void => {
    if (seen.has(type)) return;
    seen.add(type);
    if (type.isUnionOrIntersection()) type.types.forEach(collect);
    if ((type.flags & ts.TypeFlags.Object) === 0) return;
    const isReference = ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0;
    const parts = isReference ? checker.getTypeArguments(type as ts.TypeReference) : [];
    for (const part of [...parts, ...(type.aliasTypeArguments ?? [])]) collect(part);
    for (const field of type.getProperties()) {
      const declared = field.declarations?.[0];
      if (!declared || !ts.isPropertySignature(declared)) continue;
      const { fileName } = declared.getSourceFile();
      const { parent } = declared;
      if (DECLARED_IN.some((file) => fileName.endsWith(file)) && ts.isInterfaceDeclaration(parent))
        fields.set(field, { name: `${parent.name.text}.${field.name}`, of: type });
      if (/\/lib\/(pay|acct|billing)\//.test(fileName)) collect(checker.getTypeOfSymbol(field));
    }
  };
  for (const [file, port] of Object.entries(PORTS))
    for (const statement of program.getSourceFile(file)?.statements ?? []) {
      if (!ts.isInterfaceDeclaration(statement) || statement.name.text !== port) continue;
      for (const call of statement.members.filter(ts.isMethodSignature)) {
        const signature = checker.getSignatureFromDeclaration(call);
        if (signature) collect(signature.getReturnType());
      }
    }
  return fields;
}

/** What of a node reads a field of a type: `one.field`, or `{ field }` of it. */
function readIn(
  node: ts.Node,
  names: ReadonlySet<string>,
  checker: ts.TypeChecker,
): (ts.Symbol | undefined)[] {
  if (ts.isPropertyAccessExpression(node) && names.has(node.name.text))
    return [checker.getSymbolAtLocation(node.name)];
  if (!ts.isBindingElement(node) || node.dotDotDotToken || !ts.isObjectBindingPattern(node.parent)) return [];
  const name = node.propertyName ?? node.name;
  if (!ts.isIdentifier(name) || !names.has(name.text)) return [];
  const type = checker.getTypeAtLocation(node.parent);
  return (type.isUnion() ? type.types : [type]).map((one) => checker.getPropertyOfType(one, name.text));
}

/**
 * The fields of the ports' answers that nobody reads: neither as they are, nor as a like field of what they are handed on
 * as. `changed` is put in place of what files say.
 */
export function unreadPortFields(changed: Readonly<Record<string, string>> = {}): string[] {
  const { files, program } = productOf(changed);
  const checker = program.getTypeChecker();
  const fields = fieldsOf(program, checker);
  const names = new Set([...fields.keys()].map(({ name }) => name));
  const declarations = new Map(
    [...fields].flatMap(([symbol, { name }]) =>
      (symbol.declarations ?? []).map((one) => [one, name] as const),
    ),
  );
  const read = new Set<string>();
  const like = new Map<string, Set<ts.Node>>();
  const visit = (node: ts.Node): void => {
    for (const symbol of readIn(node, names, checker))
      for (const declared of symbol?.declarations ?? []) {
        const field = declarations.get(declared);
        if (field !== undefined) read.add(field);
        else if (symbol && ts.isPropertySignature(declared))
          like.set(symbol.name, (like.get(symbol.name) ?? new Set()).add(declared.parent));
      }
    ts.forEachChild(node, visit);
  };
  for (const file of files) visit(program.getSourceFile(file)!);
  const isHandedOn = ([{ name }, { of }]: [ts.Symbol, PortField]) =>
    [...(like.get(name) ?? [])].some((node) => {
      const type = checker.getTypeAtLocation(node);
      const shared = (one: ts.Type) => one.getProperties().filter((each) => of.getProperty(each.name)).length;
      return checker.isTypeAssignableTo(of, type) || shared(type) >= of.getProperties().length / 2;
    });
  return [...fields]
    .filter((entry) => !read.has(entry[1].name) && !isHandedOn(entry))
    .map(([, { name }]) => name)
    .sort();
}
