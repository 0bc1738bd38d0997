// Unpacks archives so that no member leads out of the target folder.
import { Archive, type Member } from './archive.ts';
import { DocumentError, unreadable } from './document-error.ts';
import type { MemberInfo, UnpackedMember } from './document-job.ts';

const MAX_MEMBERS = 2000;
const MAX_UNPACKED = 100_000_000;

/** The type bits of a Unix mode, and the types of files and folders; 0 if unknown. */
const TYPE = 0o170000;
const TYPES: ReadonlySet<number> = new Set([0, 0o100000, 0o040000]);

/** @throws {DocumentError} `unreadable` if the archive is damaged. */
export const listMembers = (bytes: Uint8Array): MemberInfo[] =>
  [...new Archive(bytes).members.values()].map(({ name, size }) => ({ name, size }));

/**
 * Unpacks one member, or all.
 *
 * @throws {DocumentError} `missing`; `too_large`; `unreadable` if a member is damaged, has a password, is a link or
 *   device, or has a name that leads outside or differs from another only in case.
 */
export const unpack = (bytes: Uint8Array, name: string | undefined): UnpackedMember[] => {
  const archive = new Archive(bytes);
  const members = [...archive.members.values()].filter(
    (member) => name === undefined || member.name === name,
  );
  if (name !== undefined && members.length === 0)
    throw new DocumentError(
      'missing',
      `The document has no member ${name}.`,
      'Read it without member for a list.',
    );
  if (members.length > MAX_MEMBERS)
    throw new DocumentError(
      'too_large',
      `The document has more than ${MAX_MEMBERS} members.`,
      'Extract single members.',
    );
  checkNames(members);
  let left = MAX_UNPACKED;
  return members.map((member) => {
    const content = archive.read(member, left);
    left -= content.length;
    return { name: member.name, bytes: content };
  });
};

const checkNames = (members: readonly Member[]): void => {
  const seen = new Map<string, string>();
  for (const { name, mode } of members) {
    const refuse = (problem: string): never => {
      throw unreadable(`cannot be extracted: ${JSON.stringify(name)} ${problem}`);
    };
    const steps = name.replace(/\/$/, '').split('/');
    if (
      /[\\\p{Cc}]|^[A-Za-z]:/u.test(name) ||
      steps.some((step) => step === '' || step === '.' || step === '..')
    )
      refuse('is not a path below a folder');
    if (!TYPES.has(mode & TYPE)) refuse('is a link or a device');
    const folded = steps.join('/').normalize('NFC').toLowerCase();
    const other = seen.get(folded);
    if (other !== undefined) refuse(`and ${JSON.stringify(other)} are one name on some systems`);
    seen.set(folded, name);
  }
};
