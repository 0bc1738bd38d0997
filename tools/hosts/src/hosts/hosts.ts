// The hosts of the suite.
import { claudeCode } from './claude-code.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { continueCli } from './continue.ts';
import { copilot } from './copilot.ts';
import { geminiCli, qwenCode } from './gemini-cli.ts';
import { kilo, opencode } from './opencode.ts';

const ALL = [claudeCode, cline, codex, continueCli, copilot, geminiCli, kilo, opencode, qwenCode];

/**
 * Returns the hosts with these names, or all.
 *
 * @throws {Error} if there is no such host.
 */
export const findHosts = (names: readonly string[]) => {
  const known = ALL.map(({ installName }) => installName);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`There is no host ${unknown.join(', ')}, but: ${known.join(', ')}`);
  return ALL.filter(({ installName }) => names.length === 0 || names.includes(installName));
};
