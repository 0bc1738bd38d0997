// A file in conflict: both sides of each place, and what each becomes.
import { button, Toolbar, visible } from '@mcp/view';
import { h, type ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { Entry } from './read.ts';
import { useBrowsed } from './use-browsed.ts';
import type { Work } from './work.ts';

interface Place {
  readonly lead: string;
  readonly startLine: number;
  readonly ours: string;
  readonly base?: string;
  readonly theirs: string;
  readonly cut: boolean;
}

interface Shown {
  readonly stamp: string;
  readonly type: string;
  readonly sides: readonly string[];
  readonly oursName: string;
  readonly theirsName: string;
  readonly places: readonly Place[];
}

type Choice = 'ours' | 'theirs' | 'both';

interface ConflictProps {
  readonly work: Work;
  readonly entry: Entry;
}

/** A file in conflict. */
export const Conflict = ({ work, entry }: ConflictProps): ComponentChild => {
  const { data, problem } = useBrowsed(work, 'git_browse_conflict', { path: entry.path });
  if (problem !== undefined) return h('p', { role: 'alert' }, visible(problem));
  if (data === undefined) return h('p', { class: 'remark' }, 'Reading …');
  const shown = data as unknown as Shown;
  const finish = (how: object): void =>
    work.write('git_resolve_conflict', { path: entry.path, stamp: shown.stamp, ...how });
  const props = { work, entry, shown, finish };
  // Another state of the file has other places: nothing is chosen in them.
  return shown.places.length > 0
    ? h(Places, { key: shown.stamp, ...props })
    : h(WholeFile, { key: shown.stamp, ...props });
};

interface ShownProps extends ConflictProps {
  readonly shown: Shown;
  readonly finish: (how: object) => void;
}

const WholeFile = ({ work, shown, entry, finish }: ShownProps): ComponentChild => {
  const take = (side: 'ours' | 'theirs'): ComponentChild => {
    const label = shown.sides.includes(side) ? `Take ${side}` : `Delete the file, as ${side}`;
    return button(label, () => finish({ file: side }));
  };
  const isText = shown.type === 'text';
  const what = isText ? 'There are no places to choose from in it' : `It is a ${shown.type} file`;
  return h(
    'div',
    { class: 'conflict' },
    h('p', { class: 'remark' }, `${what}: it is taken as a whole.`),
    work.isWritable &&
      h(
        Toolbar,
        { label: `Resolve ${visible(entry.path)}` },
        take('ours'),
        take('theirs'),
        isText && button('Take it as it is now', () => finish({ file: 'current' })),
      ),
  );
};

const Places = ({ work, shown, entry, finish }: ShownProps): ComponentChild => {
  const { places, oursName, theirsName } = shown;
  const [choices, setChoices] = useState<readonly (Choice | undefined)[]>(() => places.map(() => undefined));
  const names = { ours: nameOf('Ours', oursName), theirs: nameOf('Theirs', theirsName) };
  const choose = (at: number, choice: Choice): void => setChoices(choices.with(at, choice));
  const left = choices.filter((choice) => choice === undefined).length;
  return h(
    'div',
    { class: 'conflict' },
    places.map((place, at) =>
      h(PlacePart, {
        key: at,
        place,
        names,
        title: `Place ${at + 1} of ${places.length}, line ${place.startLine}`,
        group: `${entry.path} ${at}`,
        choice: choices[at],
        choose: (choice: Choice) => choose(at, choice),
        isWritable: work.isWritable,
      }),
    ),
    work.isWritable &&
      h(
        Toolbar,
        { label: `Resolve ${visible(entry.path)}` },
        button('All ours', () => setChoices(places.map(() => 'ours'))),
        button('All theirs', () => setChoices(places.map(() => 'theirs'))),
        button('Resolve', () => finish({ places: choices }), left > 0),
        h('span', { class: 'remark' }, left === 0 ? '' : `${left} of ${places.length} to choose`),
      ),
  );
};

const nameOf = (side: string, name: string): string => (name === '' ? side : `${side} (${visible(name)})`);

interface PlaceProps {
  readonly place: Place;
  readonly names: { readonly ours: string; readonly theirs: string };
  readonly title: string;
  /** The name of the group of its buttons. */
  readonly group: string;
  readonly choice: Choice | undefined;
  readonly choose: (choice: Choice) => void;
  readonly isWritable: boolean;
}

const PlacePart = ({
  place,
  names,
  title,
  group,
  choice,
  choose,
  isWritable,
}: PlaceProps): ComponentChild => {
  const option = (value: Choice, label: string): ComponentChild => {
    const onChange = (): void => choose(value);
    return isWritable
      ? h(
          'label',
          {},
          h('input', { type: 'radio', name: group, checked: choice === value, onChange }),
          ` ${label}`,
        )
      : h('span', {}, label);
  };
  const side = (value: 'ours' | 'theirs'): ComponentChild =>
    h(
      'div',
      { class: `side ${choice === value || choice === 'both' ? 'taken' : ''}` },
      option(value, names[value]),
      h(Lines, { text: place[value], label: `${names[value]}, ${title}` }),
    );
  return h(
    'fieldset',
    {},
    h('legend', {}, title),
    place.cut && h('p', { class: 'remark' }, 'It is too long to show.'),
    place.lead !== '' && h('pre', { class: 'lead' }, visible(place.lead)),
    h('div', { class: 'sides' }, side('ours'), side('theirs')),
    isWritable && option('both', 'Both: ours, then theirs'),
    place.base !== undefined &&
      h(
        'details',
        {},
        h('summary', {}, 'Before both'),
        h(Lines, { text: place.base, label: `Before both, ${title}` }),
      ),
  );
};

const Lines = ({ text, label }: { readonly text: string; readonly label: string }): ComponentChild =>
  text === ''
    ? h('p', { class: 'remark' }, 'No lines')
    : h('pre', { tabIndex: 0, role: 'region', 'aria-label': label }, visible(text));
