// Prompts of the fixture server: with and without arguments, with completion that depends on another argument.
import { definePrompt, image, text } from '@mcp/runtime';
import { icon, PIXEL } from './content-tools.ts';

const cities: { readonly [country: string]: readonly string[] } = {
  France: ['Lyon', 'Paris'],
  Italy: ['Milan', 'Palermo', 'Rome'],
};

const visit = definePrompt({
  name: 'visit',
  title: 'Visit a city',
  description: 'Plans a visit.',
  icons: [icon],
  arguments: {
    country: {
      title: 'Country',
      required: true,
      complete: (value: string) => Object.keys(cities).filter((country) => country.startsWith(value)),
    },
    city: {
      description: 'A city there',
      complete: (value: string, { arguments: { country = '' } }) =>
        (cities[country] ?? []).filter((city) => city.startsWith(value)),
    },
  },
  get: ({ country, city }) => ({
    description: 'A plan',
    messages: [
      { role: 'user', content: text(`Plan a visit to ${city ?? 'a city'} in ${country}.`) },
      { role: 'assistant', content: image(PIXEL, 'image/png') },
    ],
  }),
});

const greet = definePrompt({ name: 'greet', description: 'Greets.', get: () => 'Say hello.' });

export const prompts = [visit, greet];
