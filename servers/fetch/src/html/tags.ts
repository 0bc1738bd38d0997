// Which end tag belongs to which element, in time proportional to the page, however many elements are never closed.
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import type { Attributes } from './dom.ts';

/** Takes elements as they begin and end, and the text between. */
export interface TagHandler {
  open(name: string, attributes: Attributes): void;
  /** The element that was opened last of those that are open. */
  close(): void;
  text(text: string): void;
}

/** Reads the tags of a page. What is open at its end is not closed. */
export const readTags = (html: string, handler: TagHandler): void => {
  const tokenizer = new Tokenizer({}, new TagReader(html, handler));
  tokenizer.write(html);
  tokenizer.end();
};

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const VOID = names(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr',
);
/** Their elements may end themselves: `<path/>`. */
const FOREIGN = names('math svg');

/** Elements without an end tag of their own end where one of these begins. */
const ENDED_BY: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [
    ['a', 'a'],
    ['li', 'li'],
    ['option', 'option'],
    ['optgroup', 'option optgroup'],
    ['dd dt', 'dd dt'],
    ['rp rt', 'rp rt'],
    ['td th', 'td th'],
    ['tr', 'td th tr'],
    ['tbody tfoot thead', 'td th tr tbody tfoot thead'],
    ['body', 'head'],
    ['h1 h2 h3 h4 h5 h6', 'h1 h2 h3 h4 h5 h6 p'],
    [
      'address article aside blockquote details div dl fieldset figcaption figure footer form header hr main nav ol p pre section table ul',
      'p',
    ],
    ['button datalist input output select textarea', 'button datalist input optgroup option select textarea'],
  ].flatMap(([starts = '', ended = '']) => starts.split(' ').map((name) => [name, names(ended)] as const)),
);

class TagReader implements TokenizerCallbacks {
  readonly #html: string;
  readonly #handler: TagHandler;
  /** The names of the elements that are open. */
  readonly #open: string[] = [];
  /** How often each name is among them: an end tag that ends nothing must not search for it. */
  readonly #counts = new Map<string, number>();
  /** Of the start tag that is being read; undefined in a tag that is passed over. */
  #attributes: Attributes | undefined;
  #name = '';
  #attribute = '';
  #value = '';

  constructor(html: string, handler: TagHandler) {
    this.#html = html;
    this.#handler = handler;
  }

  isInForeignContext(): boolean {
    return this.#isOpen('svg') || this.#isOpen('math');
  }

  onopentagname(start: number, end: number): void {
    this.#name = this.#nameAt(start, end);
    // There are no forms in forms.
    this.#attributes = this.#name === 'form' && this.#isOpen('form') ? undefined : {};
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#html.slice(start, end).toLowerCase();
    this.#value = '';
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.#html.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    this.#value += String.fromCodePoint(codePoint);
  }

  onattribend(): void {
    if (this.#attributes !== undefined && !Object.hasOwn(this.#attributes, this.#attribute))
      this.#attributes[this.#attribute] = this.#value;
  }

  onopentagend(): void {
    if (this.#attributes !== undefined) this.#start(this.#name, this.#attributes);
    this.#attributes = undefined;
  }

  onselfclosingtag(): void {
    const isPassedOver = this.#attributes === undefined;
    this.onopentagend();
    const isEnd = FOREIGN.has(this.#name) || this.isInForeignContext();
    if (isEnd && !isPassedOver && this.#open.at(-1) === this.#name) this.#end();
  }

  onclosetag(start: number, end: number): void {
    const name = this.#nameAt(start, end);
    if (this.#isOpen(name)) this.#endAll(name);
    // In browsers these two are start tags too.
    else if (name === 'p' || name === 'br') {
      this.#start(name, {});
      if (name === 'p') this.#end();
    }
  }

  ontext(start: number, end: number): void {
    this.#handler.text(this.#html.slice(start, end));
  }

  ontextentity(codePoint: number): void {
    this.#handler.text(String.fromCodePoint(codePoint));
  }

  oncdata(start: number, end: number, endOffset: number): void {
    if (this.isInForeignContext()) this.#handler.text(this.#html.slice(start, end - endOffset));
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #nameAt(start: number, end: number): string {
    const name = this.#html.slice(start, end).toLowerCase();
    return name === 'image' && !this.isInForeignContext() ? 'img' : name;
  }

  #isOpen(name: string): boolean {
    return (this.#counts.get(name) ?? 0) > 0;
  }

  #start(name: string, attributes: Attributes): void {
    const ended = ENDED_BY.get(name);
    while (ended?.has(this.#open.at(-1) ?? '') === true) this.#end();
    this.#handler.open(name, attributes);
    if (VOID.has(name)) {
      this.#handler.close();
      return;
    }
    this.#open.push(name);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  #endAll(name: string): void {
    while (this.#open.at(-1) !== name) this.#end();
    this.#end();
  }

  #end(): void {
    const name = this.#open.pop() ?? '';
    this.#counts.set(name, (this.#counts.get(name) ?? 0) - 1);
    this.#handler.close();
  }
}
