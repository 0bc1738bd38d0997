// Gemini CLI, by Google.
import { PROMPT, type Host } from './host.ts';

/** Settings of Gemini CLI, and of Qwen Code, which grew out of it. */
export const settingsFor = (selectedType: string, more = {}): string => {
  const security = { auth: { selectedType } };
  const privacy = { usageStatisticsEnabled: false };
  return JSON.stringify({ security, privacy, general: { enableAutoUpdate: false }, ...more });
};

export const geminiCli: Host = {
  title: 'Gemini CLI',
  package: '@google/gemini-cli@0.61.0',
  program: '@google/gemini-cli/bundle/gemini.js',
  installName: 'gemini',
  environment: (model) => ({
    ...{ GEMINI_API_KEY: 'scripted', GOOGLE_GEMINI_BASE_URL: model, GEMINI_CLI_TRUST_WORKSPACE: 'true' },
  }),
  files: () => ({ '.gemini/settings.json': settingsFor('gemini-api-key') }),
  list: { shows: (server) => new RegExp(`^✓ ${server}: .*Connected`, 'm'), says: 'connected' },
  prompt: ['--prompt', PROMPT, '--yolo', '--model', 'gemini-2.5-pro'],
};
