// Examples of docs/writing-a-server.md: prompts.
import { definePrompt, defineServer } from '@mcp/runtime';

// region prompt
const LANGUAGES = ['English', 'Finnish', 'French', 'German'];

export const translate = definePrompt({
  name: 'translate',
  title: 'Translate a text',
  description: 'Asks for a translation that keeps the tone of the text.',
  arguments: {
    text: { description: 'The text to translate', required: true },
    language: {
      description: 'The language to translate to',
      complete: (value) => LANGUAGES.filter((language) => language.startsWith(value)),
    },
  },
  // `text` is a string, `language` is a string or undefined.
  get: ({ text, language = 'English' }) => `Translate to ${language}. Keep the tone.\n\n${text}`,
});
// endregion

export const server = defineServer({ name: 'translator', version: '1.0.0', prompts: [translate] });
