// showView: sets up a page with its host connection, theme, and waiting and error states.
import { render, type ComponentChildren, type FunctionComponent, type ComponentChild } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { connectToHost, type CallResult, type Host } from './host.ts';
import { followTheme } from './theme.ts';
import { visible } from './visible.ts';

/** The call that a page shows, and its host. */
export interface Shown {
  readonly host: Host;
  /** Arguments of the call. */
  readonly input: { readonly [name: string]: unknown };
  readonly result: CallResult;
}

interface Known {
  readonly host?: Host;
  readonly input?: Shown['input'];
  readonly result?: CallResult;
  /** Number of results so far. Each new one resets the page. */
  readonly turn?: number;
  /** Reason why there will be no result. */
  readonly problem?: string;
}

/** Shows a page. Renders `View` once there is a successful result. */
export const showView = (name: string, View: FunctionComponent<Shown>): void => {
  const Page = (): ComponentChild => {
    const [known, setKnown] = useState<Known>({});
    const learn = (more: Known): void => setKnown((before) => ({ ...before, ...more }));
    useEffect(() => {
      connectToHost(name, {
        onInput: (input) => learn({ input }),
        onResult: (result) => setKnown((before) => ({ ...before, result, turn: (before.turn ?? 0) + 1 })),
        onCancelled: () => learn({ problem: 'The call was cancelled.' }),
        onContext: followTheme,
      }).then(
        (host) => learn({ host }),
        (error: unknown) => learn({ problem: `The host does not answer: ${String(error)}` }),
      );
    }, []);
    const { host, input = {}, result, turn, problem } = known;
    if (problem !== undefined) return <p role="alert">{problem}</p>;
    if (host === undefined || result === undefined) return <p role="status">Waiting for the result …</p>;
    if (result.isError === true) return <Failure result={result} />;
    return <View key={turn} host={host} input={input} result={result} />;
  };
  const root = document.querySelector('main');
  if (root !== null) render(<Page />, root);
};

const Failure = ({ result }: { readonly result: CallResult }): ComponentChild => (
  <div>
    <h1>The call failed</h1>
    <pre role="alert">{(result.content ?? []).map(({ text = '' }) => visible(text)).join('\n')}</pre>
  </div>
);

/** Renders the texts of a result unformatted. */
export const Texts = ({ result: { content = [] } }: Pick<Shown, 'result'>): ComponentChild =>
  content.map(({ text = '' }, at) => (
    <pre key={at} tabIndex={0}>
      {visible(text.trimEnd())}
    </pre>
  ));

/** Renders a row of controls with a name for screen readers. */
export const Toolbar = (props: {
  readonly label: string;
  readonly children?: ComponentChildren;
}): ComponentChild => (
  <div class="toolbar" role="group" aria-label={props.label}>
    {props.children}
  </div>
);

/** Renders a button. Screen readers get `name` if the label alone is unclear. */
export const button = (
  label: string,
  onClick: () => void,
  disabled = false,
  name?: string,
): ComponentChild => (
  <button type="button" onClick={onClick} disabled={disabled} aria-label={name}>
    {label}
  </button>
);

/** Renders a toggle button. */
export const Switch = (props: {
  readonly label: string;
  readonly isOn: boolean;
  readonly flip: () => void;
}): ComponentChild => (
  <button type="button" aria-pressed={props.isOn} onClick={props.flip}>
    {props.label}
  </button>
);
