// Commands that the server issues, with their options. One that the sweep of hostile configurations does not cover
// fails every test that calls a tool.
import { observer } from '@mcp/git/test/inside';
import { isKnown } from './swept.ts';

/** Commands issued in this process: `diff --cached` for each option, `diff` for a command without one. */
export const issued = new Set<string>();

observer.onCommand = ({ name, options = [] }) => {
  const names = options.map((option) => /^(?:--[a-z-]+\d?|-[a-zA-Z])/.exec(option)?.[0] ?? option);
  for (const form of names.length === 0 ? [name] : names.map((each) => `${name} ${each}`)) issued.add(form);
};

/** Returns issued commands outside the sweep, each once: only the test that issued it fails. */
export const takeUnswept = (): string[] =>
  [...issued].filter((form) => !isKnown(form) && issued.delete(form));
