// The places of an edit or a replacement, before it is made: the user accepts or rejects each, and makes what was accepted.
import { button, messageOf, showView, Toolbar, visible, type Shown } from '@mcp/view';
import { h, type ComponentChild } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { fetchPlaces, makePlaces, nameFrom, nameOf, type Choice, type PlacesOfFile } from './edits/choice.ts';
import { File } from './edits/file.ts';
import { moveFocus } from './edits/keys.ts';

const count = (places: number): string =>
  `${places.toLocaleString('en')} ${places === 1 ? 'place' : 'places'}`;

const Edits = ({ host, input, result }: Shown): ComponentChild => {
  const texts = (result.content ?? []).map(({ text = '' }) => text);
  const isPreview = texts.some((text) => /^\[?Dry run: /.test(text));
  if (!isPreview) return h(Made, { texts });
  return h(Preview, { host, input });
};

const Made = ({ texts }: { readonly texts: readonly string[] }): ComponentChild =>
  h(
    'div',
    {},
    h('h1', {}, 'Changes'),
    texts.map((text, at) => h('pre', { key: at }, visible(text.trimEnd()))),
  );

const Preview = ({ host, input }: Omit<Shown, 'result'>): ComponentChild => {
  const [files, setFiles] = useState<readonly PlacesOfFile[]>([]);
  const [rejected, setRejected] = useState<ReadonlySet<string>>(new Set());
  const [status, setStatus] = useState('Reading …');
  const [isOpen, setIsOpen] = useState(false);
  const [problem, setProblem] = useState('');

  const attempt = async (work: () => Promise<string>): Promise<void> => {
    setIsOpen(false);
    setProblem('');
    try {
      setStatus(await work());
    } catch (error) {
      setStatus('');
      setProblem(messageOf(error));
    }
  };
  const preview = (): Promise<void> =>
    attempt(async () => {
      setFiles(await fetchPlaces(host, input));
      setRejected(new Set());
      setIsOpen(true);
      return '';
    });
  const apply = (choice: Choice): Promise<void> => attempt(() => makePlaces(host, input, choice));
  useEffect(() => void preview(), []);

  const names = files.flatMap((file) => file.places.map((_, index) => nameOf(file, index)));
  const total = files.reduce((sum, file) => sum + file.count, 0);
  const accepted = names.length - rejected.size;
  const set = (name: string, isAccepted: boolean): void => {
    const others = [...rejected].filter((other) => other !== name);
    setRejected(new Set(isAccepted ? others : [...others, name]));
  };
  return h(
    'div',
    { onKeyDown: (event: KeyboardEvent) => moveFocus(event, set) },
    h('h1', {}, `Preview: ${count(total)} in ${files.length === 1 ? '1 file' : `${files.length} files`}`),
    h(
      Toolbar,
      { label: 'All places' },
      button('Accept all', () => setRejected(new Set()), !isOpen || rejected.size === 0),
      button('Reject all', () => setRejected(new Set(names)), !isOpen || accepted === 0),
      button(`Apply ${count(accepted)}`, () => void apply({ files, rejected }), !isOpen || accepted === 0),
      button('Preview again', () => void preview(), isOpen),
    ),
    h('p', { role: 'status' }, visible(status)),
    problem !== '' && h('p', { role: 'alert' }, visible(problem)),
    names.length < total && h('p', { class: 'remark' }, remark(names.length, total)),
    files
      .filter(({ places }) => places.length > 0)
      .map((file) => h(File, { key: file.digest, name: nameFrom(files, file), file, rejected, set, isOpen })),
    h(
      'p',
      { class: 'remark' },
      'Keys in a place: A accepts, R rejects, the arrows go to the next and the previous.',
    ),
  );
};

const remark = (shown: number, total: number): string =>
  `The first ${count(shown)} of ${total.toLocaleString('en')} are shown. The others stay as they are; preview again after these.`;

showView('filesystem-edits', Edits);
