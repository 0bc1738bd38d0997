// followTheme: gives a page the colour scheme, colours and fonts of its host (MCP Apps, "Theming").
import type { HostContext } from './host.ts';

/** Applies the theme of the host. Settings that the host omits stay unchanged. */
export const followTheme = ({ theme, styles }: HostContext): void => {
  const { style } = document.documentElement;
  // `light-dark()` in style.css and in host variables depends on this.
  if (theme !== undefined) style.colorScheme = theme;
  for (const [name, value] of Object.entries(styles?.variables ?? {}))
    if (name.startsWith('--') && value !== undefined) style.setProperty(name, value);
};
