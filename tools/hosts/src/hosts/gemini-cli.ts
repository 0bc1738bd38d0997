// Gemini CLI, by Google, and its fork Qwen Code, by Alibaba.
import { PROMPT, type Host } from './host.ts';

const settingsFor = (selectedType: string, more = {}): string => {
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

// Lists all tools, instead of letting the model search for them.
const listed = { tools: { toolSearch: { enabled: false } } };

export const qwenCode: Host = {
  ...geminiCli,
  title: 'Qwen Code',
  package: '@qwen-code/qwen-code@0.24.4',
  program: '@qwen-code/qwen-code/cli.js',
  installName: 'qwen',
  environment: (model) => ({
    ...{ OPENAI_BASE_URL: `${model}/v1`, OPENAI_API_KEY: 'scripted', OPENAI_MODEL: 'qwen3-vl-plus' },
  }),
  files: () => ({ '.qwen/settings.json': settingsFor('openai', listed) }),
  prompt: ['--prompt', PROMPT, '--yolo'],
};
