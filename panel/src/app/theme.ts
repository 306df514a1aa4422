// How the panel looks: one accent colour, quiet greys, the system's own typefaces, and defaults of Mantine's components.

import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const ink: MantineColorsTuple = [
  '#eef1fd',
  '#dde2f8',
  '#bac4ef',
  '#94a4e6',
  '#7588de',
  '#6177d9',
  '#4c62ce',
  '#3f50bd',
  '#36459f',
  '#2b3881',
]
const gray: MantineColorsTuple = [
  '#f8f8f7',
  '#f1f1ef',
  '#e7e7e4',
  '#dadad6',
  '#c4c4bf',
  '#a2a29d',
  '#75756f',
  '#55554f',
  '#383834',
  '#232320',
]
const dark: MantineColorsTuple = [
  '#d5d6da',
  '#b4b6bd',
  '#9598a1',
  '#6c707b',
  '#383b43',
  '#34373f',
  '#26282f',
  '#1d1f25',
  '#16181d',
  '#101115',
]

export const theme = createTheme({
  respectReducedMotion: true,
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  colors: { ink, gray, dark },
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily: 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, "Cascadia Code", Menlo, Consolas, "Liberation Mono", monospace',
  headings: {
    fontWeight: '620',
    sizes: { h1: { fontSize: '1.625rem', lineHeight: '1.25' }, h2: { fontSize: '1.125rem' } },
  },
  // Plain objects, not Component.extend(): naming the components here would load them all with the first page.
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Badge: { defaultProps: { variant: 'light', tt: 'none', fw: 550 } },
    Button: { styles: { label: { fontWeight: 550 } } },
    InputWrapper: { defaultProps: { withAsterisk: false } },
    Menu: { defaultProps: { shadow: 'md', position: 'bottom-end', withinPortal: true } },
    Modal: {
      defaultProps: {
        centered: true,
        // On a phone the page has a banner already.
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

/** Quiet tints for badges and light buttons: the library's own are too heavy on a dark background. */
export const colours: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#6b6b65',
    '--mantine-color-ink-light': '#e6eafa',
    '--mantine-color-ink-light-hover': '#dde2f8',
    '--mantine-color-placeholder': '#75756f',
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
    '--mantine-color-dimmed': '#a0a3ac',
    '--mantine-color-ink-light': 'rgba(97, 119, 217, 0.18)',
    '--mantine-color-ink-light-hover': 'rgba(97, 119, 217, 0.26)',
    '--mantine-color-ink-light-color': '#bac4ef',
    '--mantine-color-gray-light': 'rgba(255, 255, 255, 0.07)',
    '--mantine-color-gray-light-color': '#d5d6da',
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
    '--mantine-color-anchor': '#94a4e6',
  },
})
