// Whether a text fits into a message: one string, in which control characters take six times their size.
import { constants } from 'node:buffer';

/** Texts of up to so many bytes fit, whatever is in them. */
export const SURE_BYTES: number = 8 * 1_048_576;

const ESCAPED_LENGTH = 6;
/** The text of a result comes twice: in its content and in its structured content. */
const COPIES = 2;
/** For all else in the message. */
const SPARE_LENGTH = 2 * 1_048_576;

/** Whether a result with this text can be written as JSON. */
export const fitsMessage = (text: string): boolean => {
  const most = (constants.MAX_STRING_LENGTH - SPARE_LENGTH) / COPIES;
  return text.length * ESCAPED_LENGTH <= most || jsonLength(text) <= most;
};

const jsonLength = (text: string): number => {
  let length = text.length;
  for (let at = 0; at < text.length; at++) length += escapeLength(text.charCodeAt(at));
  return length;
};

// How much longer a character is as JSON.
const escapeLength = (code: number): number => {
  if (code < 0x20) return isShort(code) ? 1 : ESCAPED_LENGTH - 1;
  return code === 0x22 || code === 0x5c ? 1 : 0;
};

/** \b, \t, \n, \f and \r. */
const isShort = (code: number): boolean => code >= 0x08 && code <= 0x0d && code !== 0x0b;
