// Codex, by OpenAI.
import type { Host } from './host.ts';

export const codex: Host = {
  title: 'Codex',
  package: '@openai/codex',
  version: '0.169.0',
  program: '@openai/codex/bin/codex.js',
  installName: 'codex',
  environment: () => ({ SCRIPTED_KEY: 'scripted' }),
  prompt: (text, { model }) => [
    ...['exec', '--dangerously-bypass-approvals-and-sandbox'],
    ...['-c', 'model="gpt-5.5"', '-c', 'model_provider="scripted"'],
    ...[
      '-c',
      `model_providers.scripted={name="scripted", base_url="${model}/v1", env_key="SCRIPTED_KEY", wire_api="responses"}`,
    ],
    text,
  ],
};
