import { createContext, runInContext, type Context } from 'node:vm';

/** An element of a page, as far as the card form uses one. */
export class Element {
  readonly tag: string;
  readonly attributes = new Map<string, string>();
  readonly listeners = new Map<string, (event: { preventDefault(): void }) => void>();
  children: Element[] = [];
  value = '';
  disabled = false;
  submitted = false;
  readonly #page: Page;
  #text = '';

  constructor(page: Page, tag: string) {
    this.#page = page;
    this.tag = tag;
  }

  get textContent(): string {
    return this.#text + this.children.map((child) => child.textContent).join('');
  }

  set textContent(text: string) {
    this.#text = text;
  }

  append(...children: Element[]): void {
    this.children.push(...children);
    for (const child of children) this.#page.loadIfScript(child);
  }

  appendChild(child: Element): void {
    this.append(child);
  }

  replaceChildren(...children: Element[]): void {
    this.children = children;
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }

  addEventListener(type: string, listen: (event: { preventDefault(): void }) => void): void {
    this.listeners.set(type, listen);
  }

  focus(): void {
    this.#page.focused = this;
  }

  submit(): void {
    this.submitted = true;
  }

  /** This element and all within it. */
  all(): Element[] {
    return [this, ...this.children.flatMap((child) => child.all())];
  }
}

/** A merchant's page: enough of a browser to run the hosted form, over real HTTP. */
export class Page {
  readonly head = new Element(this, 'head');
  readonly body = new Element(this, 'body');
  readonly place = new Element(this, 'div');
  readonly loaded: string[] = [];
  focused: Element | undefined;
  readonly #context: Context;
  #loading: Promise<void> = Promise.resolve();

  constructor() {
    this.place.setAttribute('id', 'iyzipay-checkout-form');
    this.body.append(this.place);
    const document = {
      readyState: 'complete',
      head: this.head,
      body: this.body,
      createElement: (tag: string) => new Element(this, tag),
      getElementById: (id: string) => this.find(id) ?? null,
    };
    this.#context = createContext({ document, fetch: (url: string, init: RequestInit) => fetch(url, init) });
  }

  /** Runs the script element of a merchant's page, and what it loads. */
  async run(content: string): Promise<void> {
    const script = /^<script type="text\/javascript">(.*)<\/script>$/s.exec(content)?.[1];
    if (script === undefined) throw new Error('the content is not one script element');
    runInContext(script, this.#context);
    await this.#loading;
  }

  loadIfScript(element: Element): void {
    const url = element.attributes.get('src');
    if (element.tag !== 'script' || url === undefined) return;
    this.loaded.push(url);
    this.#loading = fetch(url)
      .then((answer) => answer.text())
      .then((script) => void runInContext(script, this.#context));
  }

  find(id: string): Element | undefined {
    return this.body.all().find((element) => element.attributes.get('id') === id);
  }

  /** The element of this id, which must be there. */
  the(id: string): Element {
    const found = this.find(id);
    if (!found) throw new Error(`the page has no element ${id}`);
    return found;
  }

  /** The forms of the page that were sent. */
  sent(): { action: string | undefined; fields: Record<string, string> }[] {
    const forms = this.body.all().filter((element) => element.tag === 'form' && element.submitted);
    return forms.map((form) => ({
      action: form.attributes.get('action'),
      fields: Object.fromEntries(
        form.children.map((input) => [
          input.attributes.get('name') ?? '',
          input.attributes.get('value') ?? '',
        ]),
      ),
    }));
  }
}
