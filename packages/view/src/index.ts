// @mcp/view: code shared by all pages.
export {
  connectToHost,
  type Block,
  type CallResult,
  type Host,
  type HostContext,
  type HostEvents,
} from './host.ts';
export { Find } from './find.tsx';
export { copyText } from './copy.ts';
export { count, written } from './number.ts';
export { messageOf } from './message-of.ts';
export { followTheme } from './theme.ts';
export { button, showView, Switch, Texts, Toolbar, type Shown } from './show.tsx';
export { useAttempt } from './use-attempt.ts';
export { useLatest } from './use-latest.ts';
export { useWidth } from './use-width.ts';
export { useWindow } from './use-window.ts';
export { isMembers, listOf, toWord, type Members } from './values.ts';
export { visible } from './visible.ts';
