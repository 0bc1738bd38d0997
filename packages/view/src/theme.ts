// followTheme: light or dark, and the colours and fonts of the host (MCP Apps, "Theming").
import type { HostContext } from './host.ts';

/** Takes over what the host says; what it does not say stays as it is. */
export const followTheme = ({ theme, styles }: HostContext): void => {
  const { style } = document.documentElement;
  // `light-dark()` of style.css and of the variables of the host follows this.
  if (theme !== undefined) style.colorScheme = theme;
  for (const [name, value] of Object.entries(styles?.variables ?? {}))
    if (name.startsWith('--') && value !== undefined) style.setProperty(name, value);
};
