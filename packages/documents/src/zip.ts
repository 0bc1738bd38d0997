// The parts of a document of Office, which is a ZIP file of XML files. Sizes are checked before anything is unpacked.
import { unzipSync } from 'fflate';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { DocumentError } from './document-error.ts';

/** All parts together may have so many bytes when unpacked. */
const MAX_UNPACKED = 200_000_000;

/** Old documents of Office, and those with a password. */
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** The XML files of a document by their paths. */
export class Parts {
  readonly #files: { readonly [path: string]: Uint8Array };

  /** @throws {DocumentError} `unreadable` when it is damaged, has a password or is an old one; `too_large`. */
  constructor(bytes: Uint8Array) {
    if (COMPOUND.equals(bytes.subarray(0, COMPOUND.length)))
      throw unreadable(
        'has a password, or is a document of Office 2003 or older',
        'Save it as a new one without password.',
      );
    let left = MAX_UNPACKED;
    try {
      this.#files = unzipSync(bytes, {
        filter: ({ name, originalSize }) => {
          if (!/\.(?:xml|rels)$/i.test(name)) return false;
          left -= originalSize;
          if (left < 0)
            throw new DocumentError('too_large', `The document has more than ${MAX_UNPACKED} bytes of XML.`);
          return true;
        },
      });
    } catch (error) {
      throw error instanceof DocumentError ? error : unreadable('is damaged', undefined, error);
    }
  }

  has(path: string): boolean {
    return this.#files[path] !== undefined;
  }

  /** The paths of parts that begin like this, in the order of their numbers. */
  paths(prefix: string): string[] {
    const collator = new Intl.Collator('en', { numeric: true });
    return Object.keys(this.#files)
      .filter((path) => path.startsWith(prefix))
      .toSorted((a, b) => collator.compare(a, b));
  }

  /**
   * Reads a part.
   *
   * @throws {DocumentError} `unreadable` when it is missing, is not XML, or defines entities of its own.
   */
  read(path: string, on: XmlHandlers): void {
    const file = this.#files[path];
    if (file === undefined) throw unreadable(`lacks ${path}`);
    readXml(new TextDecoder().decode(file), on);
  }

  /** As `read`; does nothing when there is no such part. */
  readIfThere(path: string, on: XmlHandlers): void {
    if (this.has(path)) this.read(path, on);
  }

  /** Where the relations of a part lead, by their ids: paths in the document. */
  relations(path: string): ReadonlyMap<string, string> {
    const slash = path.lastIndexOf('/') + 1;
    const found = new Map<string, string>();
    this.readIfThere(`${path.slice(0, slash)}_rels/${path.slice(slash)}.rels`, {
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

/** Called for what is in an XML file. Names have no prefix. */
export interface XmlHandlers {
  readonly open?: (tag: XmlTag) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** A tag with its attributes, by their names with and without prefix. */
export interface XmlTag {
  readonly name: string;
  readonly attributes: { readonly [name: string]: string };
}

const readXml = (xml: string, { open, text, close }: XmlHandlers): void => {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw unreadable('is damaged: a part of it is not XML', undefined, error);
  });
  parser.on('doctype', () => {
    throw unreadable('defines entities of its own, which no program for documents does');
  });
  if (open !== undefined) parser.on('opentag', (tag) => open(withoutPrefixes(tag)));
  if (text !== undefined) parser.on('text', text);
  if (close !== undefined) parser.on('closetag', ({ name }) => close(local(name)));
  parser.write(xml).close();
};

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

const withoutPrefixes = ({ name, attributes }: SaxesTagPlain): XmlTag => ({
  name: local(name),
  attributes: {
    ...Object.fromEntries(Object.entries(attributes).map(([key, value]) => [local(key), value])),
    ...attributes,
  },
});

/** The document cannot be read. `problem` goes on after "The document". */
export const unreadable = (problem: string, hint?: string, cause?: unknown): DocumentError =>
  new DocumentError('unreadable', `The document ${problem}.`, hint, cause);
