// Parts of an Office document, which is a ZIP file of XML files. Sizes are checked before unpacking.
import { posix } from 'node:path';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { Archive } from './archive.ts';
import { unreadable } from './document-error.ts';

/** Maximum unpacked size of all parts that are read, in bytes. */
const MAX_UNPACKED = 200_000_000;

/** The first bytes of documents of Office 2003 or older, and of those with a password. */
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

export class Parts {
  readonly #archive: Archive;
  readonly #xml = new Map<string, string>();
  #left = MAX_UNPACKED;

  /** @throws {DocumentError} `unreadable` if it is damaged, has a password or is an old one. */
  constructor(bytes: Uint8Array) {
    if (COMPOUND.equals(bytes.subarray(0, COMPOUND.length)))
      throw unreadable(
        'has a password, or is a document of Office 2003 or older',
        'Save it as a new one without password.',
      );
    this.#archive = new Archive(bytes);
  }

  has(path: string): boolean {
    return this.#archive.members.has(path);
  }

  /** Returns the paths of parts with a prefix, in numeric order. */
  paths(prefix: string): string[] {
    const collator = new Intl.Collator('en', { numeric: true });
    return [...this.#archive.members.keys()]
      .filter((path) => path.startsWith(prefix) && path.endsWith('.xml'))
      .toSorted((a, b) => collator.compare(a, b));
  }

  /**
   * Returns the XML of a part.
   *
   * @throws {DocumentError} `unreadable` if it is missing or damaged; `too_large`.
   */
  xml(path: string): string {
    const known = this.#xml.get(path);
    if (known !== undefined) return known;
    const member = this.#archive.members.get(path);
    if (member === undefined) throw unreadable(`lacks ${path}`);
    const bytes = this.#archive.read(member, this.#left);
    this.#left -= bytes.length;
    const xml = new TextDecoder().decode(bytes);
    this.#xml.set(path, xml);
    return xml;
  }

  /**
   * Parses a part.
   *
   * @throws {DocumentError} as `xml`; also if it is not XML or defines its own entities.
   */
  read(path: string, on: XmlHandlers): void {
    readXml(this.xml(path), on);
  }

  /** As `read`; does nothing if the part is missing. */
  readIfThere(path: string, on: XmlHandlers): void {
    if (this.has(path)) this.read(path, on);
  }

  /** Returns a copy of the document in which parts have other content, or are missing where it is undefined. */
  replace(changes: ReadonlyMap<string, string | undefined>): Uint8Array {
    const changed = [...changes].filter(
      ([path, xml]) => this.has(path) && (xml === undefined || xml !== this.#xml.get(path)),
    );
    return this.#archive.with(
      new Map(changed.map(([path, xml]) => [path, xml === undefined ? undefined : Buffer.from(xml)])),
    );
  }

  /** Returns the targets of a part's relations by id, as paths in the document. */
  relations(path: string): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    this.readIfThere(relationsOf(path), {
      open: ({ name, attributes }) => {
        const { Id: id, Target: target, TargetMode: mode } = attributes;
        if (name !== 'Relationship' || id === undefined || target === undefined || mode === 'External')
          return;
        found.set(id, new URL(target, `file:///${path}`).pathname.slice(1));
      },
    });
    return found;
  }
}

/** Returns the path of the part with the relations of another. */
export const relationsOf = (path: string): string =>
  posix.join(posix.dirname(path), '_rels', `${posix.basename(path)}.rels`);

export const isTrue = (value = ''): boolean => /^(?:1|true|on)$/.test(value);

/** Handlers for the contents of an XML file. Names have no prefix. */
export interface XmlHandlers {
  readonly open?: (tag: XmlTag) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string, at: XmlRange) => void;
}

/** The offsets of a tag, in UTF-16 units; `end` is exclusive. */
export interface XmlRange {
  readonly start: number;
  readonly end: number;
}

/**
 * An opening tag with its attributes, by their names with and without prefix. For a self-closing tag `close` is called
 * with the same range.
 */
export interface XmlTag {
  readonly name: string;
  readonly attributes: { readonly [name: string]: string };
  readonly at: XmlRange;
}

/** @throws {DocumentError} `unreadable` if it is not XML or defines its own entities. */
export const readXml = (xml: string, { open, text, close }: XmlHandlers): void => {
  const parser = new SaxesParser({ position: true });
  parser.on('error', (error) => {
    throw unreadable('is damaged: a part of it is not XML', undefined, error);
  });
  parser.on('doctype', () => {
    throw unreadable('defines its own entities, which no program for documents does');
  });
  // Well-formed tags have this character only at the start.
  const range = (): XmlRange => ({ start: xml.lastIndexOf('<', parser.position - 1), end: parser.position });
  if (open !== undefined) parser.on('opentag', (tag) => open(withoutPrefixes(tag, range())));
  if (text !== undefined) parser.on('text', text);
  if (close !== undefined) parser.on('closetag', ({ name }) => close(local(name), range()));
  parser.write(xml).close();
};

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

const withoutPrefixes = ({ name, attributes }: SaxesTagPlain, at: XmlRange): XmlTag => ({
  name: local(name),
  attributes: {
    ...Object.fromEntries(Object.entries(attributes).map(([key, value]) => [local(key), value])),
    ...attributes,
  },
  at,
});
