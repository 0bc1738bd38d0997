import { expect, test } from 'vitest';
import { faultOfName, toNames } from '../src/name.ts';

test('derives folder and title from the name of the package', () => {
  expect(toNames('@me/weather-station')).toEqual({
    package: '@me/weather-station',
    server: 'weather-station',
    title: 'Weather station',
  });
  expect(toNames('weather2').server).toBe('weather2');
});

test.each([
  'Weather',
  'weather_station',
  '-weather',
  'weather-',
  'weather--station',
  '2weather',
  '../weather',
  '/weather',
  'weather/station',
  '@me',
  '@me/',
  '@../weather',
  '@me/../weather',
  'weather.js',
  'weather\n',
  'wéather',
  'node_modules',
])('refuses the name %j with an example of a valid one', (name) => {
  expect(faultOfName(name)).toMatch(/^A name has lower-case letters.*@me\/weather-station\. Given: /s);
  expect(() => toNames(name)).toThrow(/^A name has lower-case letters/);
});

test('refuses an empty name', () => {
  expect(faultOfName('')).toMatch(/Nothing was given\.$/);
});

test.each(['fs', 'http', 'node'])('refuses %s, which is a name of Node.js', (name) => {
  expect(faultOfName(name)).toBe(`Node.js has a module ${name}. Choose another name.`);
  expect(faultOfName(`@me/${name}`)).toBeUndefined();
});

test('refuses a name that is too long for hosts', () => {
  expect(faultOfName('a'.repeat(40))).toBeUndefined();
  expect(faultOfName('a'.repeat(41))).toMatch(/at most 40 characters.*Given: 41$/);
});
