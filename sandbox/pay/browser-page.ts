/** The few parts of a browser's page that the form needs, declared here so that no other code sees a browser. */
export interface PageElement {
  id: string;
  className: string;
  textContent: string;
  value: string;
  disabled: boolean;
  append(...children: PageElement[]): void;
  replaceChildren(...children: PageElement[]): void;
  setAttribute(name: string, value: string): void;
  addEventListener(type: string, listen: (event: { preventDefault(): void }) => void): void;
  focus(): void;
  submit(): void;
}

/** The page itself. */
export interface Page {
  readonly readyState: string;
  readonly head: PageElement;
  readonly body: PageElement;
  createElement(tag: string): PageElement;
  getElementById(id: string): PageElement | null;
  addEventListener(type: string, listen: () => void): void;
}
