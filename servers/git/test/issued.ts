// Which commands the server issues, with the options of each. What no sweep of hostile configurations has issued fails
// in every test that calls a tool.
import { observer } from '@mcp/git/test/inside';
import { isKnown } from './swept.ts';

/** What was issued in this process: `diff --cached` for each option of a command, `diff` for one without. */
export const issued = new Set<string>();

observer.onCommand = ({ name, options = [] }) => {
  const names = options.map((option) => /^(?:--[a-z-]+\d?|-[a-zA-Z])/.exec(option)?.[0] ?? option);
  for (const form of names.length === 0 ? [name] : names.map((each) => `${name} ${each}`)) issued.add(form);
};

/** What was issued and is in no sweep, each once: only the test that issued it fails. */
export const takeUnswept = (): string[] =>
  [...issued].filter((form) => !isKnown(form) && issued.delete(form));
