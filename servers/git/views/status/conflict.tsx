// Conflict: lets the user choose a side for each conflict region of a file.
import { button, Toolbar, visible } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { useId, useState } from 'preact/hooks';
import { readConflict, type FileConflict, type Place } from './read-conflict.ts';
import { useBrowsed } from './use-browsed.ts';
import type { EntryProps } from './use-repository.ts';

type Choice = 'ours' | 'theirs' | 'union';

/** Renders a file in conflict. */
export const Conflict = ({ work, entry }: EntryProps): ComponentChild => {
  const { data: shown, problem } = useBrowsed(work, () => readConflict(work, entry.path));
  if (problem !== undefined) return <p role="alert">{visible(problem)}</p>;
  if (shown === undefined) return <p class="remark">Reading …</p>;
  const { stamp, places } = shown;
  const finish = (how: object): void =>
    void work.write([['git_conflicts', { path: entry.path, stamp, ...how }]]);
  const Choices = places.length > 0 ? Places : WholeFile;
  // A new version of the file has other regions, so choices start over.
  return <Choices key={stamp} {...{ work, entry, shown, finish }} />;
};

interface ShownProps extends EntryProps {
  readonly shown: FileConflict;
  readonly finish: (how: object) => void;
}

/** Kinds of conflict in which a side deleted the file or never had it. */
const WITHOUT = {
  ours: ['deleted by us', 'added by them', 'both deleted'],
  theirs: ['deleted by them', 'added by us', 'both deleted'],
};

const WholeFile = ({ work, shown, entry, finish }: ShownProps): ComponentChild => {
  const take = (side: 'ours' | 'theirs'): ComponentChild => {
    const label = WITHOUT[side].includes(shown.kind) ? `Delete the file, as ${side}` : `Take ${side}`;
    return button(label, () => finish({ take: side }));
  };
  const isText = shown.type === 'text';
  const what = isText ? 'There are no places to choose from in it' : `It is a ${shown.type} file`;
  return (
    <div class="conflict">
      <p class="remark">{what}: it is taken as a whole.</p>
      {work.isWritable && (
        <Toolbar label={`Resolve ${visible(entry.path)}`}>
          {take('ours')}
          {take('theirs')}
          {isText &&
            button('Take it as it is now', () => void work.write([['git_add', { files: [entry.path] }]]))}
        </Toolbar>
      )}
    </div>
  );
};

const Places = ({ work, shown, entry, finish }: ShownProps): ComponentChild => {
  const { places, oursName, theirsName } = shown;
  const [choices, setChoices] = useState<readonly (Choice | undefined)[]>(() => places.map(() => undefined));
  const names = { ours: nameOf('Ours', oursName), theirs: nameOf('Theirs', theirsName) };
  const left = choices.filter((choice) => choice === undefined).length;
  return (
    <div class="conflict">
      {places.map((place, at) => (
        <PlacePart
          key={at}
          place={place}
          names={names}
          title={`Place ${at + 1} of ${places.length}, line ${place.startLine}`}
          choice={choices[at]}
          choose={work.isWritable ? (choice) => setChoices(choices.with(at, choice)) : undefined}
        />
      ))}
      {work.isWritable && (
        <Toolbar label={`Resolve ${visible(entry.path)}`}>
          {button('All ours', () => setChoices(places.map(() => 'ours')))}
          {button('All theirs', () => setChoices(places.map(() => 'theirs')))}
          {button('Resolve', () => finish({ regions: choices.map((take) => ({ take })) }), left > 0)}
          <span class="remark">{left > 0 && `${left} of ${places.length} to choose`}</span>
        </Toolbar>
      )}
    </div>
  );
};

const nameOf = (side: string, name: string): string => (name === '' ? side : `${side} (${visible(name)})`);

interface PlaceProps {
  readonly place: Place;
  readonly names: { readonly ours: string; readonly theirs: string };
  readonly title: string;
  readonly choice: Choice | undefined;
  /** Undefined for a read-only server. */
  readonly choose: ((choice: Choice) => void) | undefined;
}

const PlacePart = ({ place, names, title, choice, choose }: PlaceProps): ComponentChild => {
  const group = useId();
  const option = (value: Choice, label: string): ComponentChild =>
    choose === undefined ? (
      label
    ) : (
      <label>
        <input type="radio" name={group} checked={choice === value} onChange={() => choose(value)} /> {label}
      </label>
    );
  const side = (value: 'ours' | 'theirs'): ComponentChild => (
    <div class={`side ${choice === value || choice === 'union' ? 'taken' : ''}`}>
      {option(value, names[value])}
      <Lines text={place[value]} label={`${names[value]}, ${title}`} />
    </div>
  );
  return (
    <fieldset>
      <legend>{title}</legend>
      {place.lead !== '' && <pre class="remark">{visible(place.lead)}</pre>}
      <div class="sides">
        {side('ours')}
        {side('theirs')}
      </div>
      {choose && option('union', 'Both: ours, then theirs')}
      {place.base !== undefined && (
        <details>
          <summary>Base version</summary>
          <Lines text={place.base} label={`Base version, ${title}`} />
        </details>
      )}
    </fieldset>
  );
};

const Lines = ({ text, label }: { readonly text: string; readonly label: string }): ComponentChild =>
  text === '' ? (
    <p class="remark">No lines</p>
  ) : (
    <pre tabIndex={0} role="region" aria-label={label}>
      {visible(text)}
    </pre>
  );
