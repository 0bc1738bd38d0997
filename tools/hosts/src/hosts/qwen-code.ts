// Qwen Code, by Alibaba. It grew out of Gemini CLI.
import { geminiCli, settingsFor } from './gemini-cli.ts';
import { PROMPT, type Host } from './host.ts';

export const qwenCode: Host = {
  ...geminiCli,
  title: 'Qwen Code',
  package: '@qwen-code/qwen-code@0.24.4',
  program: '@qwen-code/qwen-code/cli.js',
  installName: 'qwen',
  environment: (model) => ({
    ...{ OPENAI_BASE_URL: `${model}/v1`, OPENAI_API_KEY: 'scripted', OPENAI_MODEL: 'qwen3-vl-plus' },
  }),
  // All tools are listed, instead of searched for by the model.
  files: () => ({
    '.qwen/settings.json': settingsFor('openai', { tools: { toolSearch: { enabled: false } } }),
  }),
  prompt: ['--prompt', PROMPT, '--yolo'],
};
