// Mantine's theme from the tokens shared with the reader (galley-look), and component defaults.

import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** A colour of tokens.css as Mantine's ten shades. */
const scale = (name: string): MantineColorsTuple =>
  Array.from({ length: 10 }, (_, shade) => `var(--${name}-${shade})`) as unknown as MantineColorsTuple

export const theme = createTheme({
  respectReducedMotion: true,
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  colors: { ink: scale('accent'), gray: scale('gray'), dark: scale('dark') },
  radius: { sm: 'var(--radius-s)', md: 'var(--radius-m)', lg: 'var(--radius-l)' },
  spacing: {
    xs: 'var(--space-xs)',
    sm: 'var(--space-s)',
    md: 'var(--space-m)',
    lg: 'var(--space-l)',
    xl: 'var(--space-xl)',
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily: 'var(--sans)',
  fontFamilyMonospace: 'var(--mono)',
  headings: {
    fontWeight: '620',
    sizes: { h1: { fontSize: '1.625rem', lineHeight: '1.25' }, h2: { fontSize: '1.125rem' } },
  },
  // Plain objects, because Component.extend() would put every component into the first load.
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Badge: { defaultProps: { variant: 'light', tt: 'none', fw: 550 } },
    Button: { styles: { label: { fontWeight: 550 } } },
    InputWrapper: { defaultProps: { withAsterisk: false } },
    Menu: { defaultProps: { shadow: 'md', position: 'bottom-end', withinPortal: true } },
    Modal: {
      defaultProps: {
        centered: true,
        // On a phone the page already has a banner.
        attributes: { header: { role: 'presentation' } },
        overlayProps: { backgroundOpacity: 0.4 },
        transitionProps: { duration: 120 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
      styles: { title: { fontWeight: 620 } },
    },
    Drawer: {
      defaultProps: {
        position: 'right',
        overlayProps: { backgroundOpacity: 0.3 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
      styles: { title: { fontWeight: 620 } },
    },
    Paper: { defaultProps: { withBorder: true } },
    Skeleton: { defaultProps: { radius: 'sm' } },
  },
})

const BOTH = {
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--quiet)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-ink-light': 'var(--tint)',
  '--mantine-color-ink-light-hover': 'color-mix(in srgb, var(--accent) 16%, var(--ground))',
  '--mantine-color-ink-light-color': 'var(--on-tint)',
  '--mantine-color-ink-filled-hover': 'color-mix(in srgb, var(--mantine-color-ink-filled) 88%, black)',
}

/** Pale tints for badges and light buttons: the library's own are too strong on dark backgrounds. */
export const colours: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...BOTH,
    '--mantine-color-placeholder': 'var(--gray-6)',
    '--mantine-color-green-light': '#def5e6',
    '--mantine-color-green-light-color': '#1d6433',
    '--mantine-color-yellow-light': '#fbf0cd',
    '--mantine-color-yellow-light-color': '#7a4b00',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-red-filled': '#c92a2a',
    '--mantine-color-red-filled-hover': '#b32424',
    '--mantine-color-red-light': '#fde8e8',
    '--mantine-color-red-light-color': '#a12222',
  },
  dark: {
    ...BOTH,
    '--mantine-color-gray-light': 'rgba(255, 255, 255, 0.07)',
    '--mantine-color-gray-light-color': 'var(--dark-0)',
    '--mantine-color-yellow-light': 'rgba(217, 161, 58, 0.18)',
    '--mantine-color-yellow-light-color': '#f0c878',
    '--mantine-color-green-light': 'rgba(54, 179, 126, 0.18)',
    '--mantine-color-green-light-color': '#8fdcb4',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-red-filled': '#c92a2a',
    '--mantine-color-red-filled-hover': '#d63b3b',
    '--mantine-color-red-light': 'rgba(224, 92, 92, 0.16)',
    '--mantine-color-red-light-color': '#ffb0b0',
    '--mantine-color-placeholder': '#8d919b',
  },
})
