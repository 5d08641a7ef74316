/**
 * The theme (docs: warm and calm, a hut with a fire): paper, ink and one ember orange. Text on paper, ember on paper
 * and white on ember all pass AA. Blue, green and red are reserved for session states (styles.css).
 */
import { type CSSVariablesResolver, createTheme, defaultVariantColorsResolver } from '@mantine/core'
import { dark, ember, gray } from './palette.ts'
import { BusyButton } from './ui/BusyButton.tsx'

const BREAKPOINTS = { sm: 640, md: 768, lg: 1024, xl: 1200 } as const

const ON_EMBER = 'var(--mantine-primary-color-contrast)'
const em = (px: number): string => `${px / 16}em`

export const theme = createTheme({
  colors: { ember, gray, dark },
  primaryColor: 'ember',
  primaryShade: { light: 7, dark: 4 },
  // In the dark scheme ember is light and needs dark text. Mantine would choose by the light scheme's shade only.
  variantColorResolver: input => {
    const colors = defaultVariantColorsResolver(input)
    const primary = !input.color || input.color === 'ember'
    return input.variant === 'filled' && primary ? { ...colors, color: ON_EMBER } : colors
  },
  black: '#2a231e',
  white: '#fffdfa',
  fontFamily: "'Inter Variable', 'Inter as Arial', system-ui, sans-serif",
  headings: {
    fontFamily: "'Fraunces Variable', 'Fraunces as Times', Georgia, serif",
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(1.75rem, 1.35rem + 1.8vw, 2.5rem)', lineHeight: '1.15' },
      h2: { fontSize: 'clamp(1.375rem, 1.2rem + 0.8vw, 1.75rem)', lineHeight: '1.25' },
      h3: { fontSize: '1.25rem', lineHeight: '1.3' },
      h4: { fontSize: '1.0625rem', lineHeight: '1.4' }
    }
  },
  defaultRadius: 'md',
  radius: { sm: '0.5rem', md: '0.75rem', lg: '1.125rem', xl: '2rem' },
  breakpoints: {
    xs: em(480),
    sm: em(BREAKPOINTS.sm),
    md: em(BREAKPOINTS.md),
    lg: em(BREAKPOINTS.lg),
    xl: em(BREAKPOINTS.xl)
  },
  shadows: {
    xs: '0 1px 2px rgb(74 48 25 / 6%)',
    sm: '0 1px 2px rgb(74 48 25 / 5%), 0 4px 14px rgb(74 48 25 / 6%)',
    md: '0 2px 4px rgb(74 48 25 / 6%), 0 10px 28px rgb(74 48 25 / 9%)'
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  // Size `md` is 44 px high (styles.css), so that fingers hit every button and field.
  components: {
    Button: { defaultProps: { size: 'md', component: BusyButton } },
    ActionIcon: { defaultProps: { variant: 'subtle', size: '2.75rem', component: BusyButton } },
    Anchor: { defaultProps: { underline: 'always' } },
    Paper: { defaultProps: { radius: 'lg' } },
    Card: { defaultProps: { radius: 'lg', padding: 'lg', shadow: 'sm' } },
    ...Object.fromEntries(
      [
        'TextInput',
        'PasswordInput',
        'NumberInput',
        'Textarea',
        'Select',
        'NativeSelect',
        'Autocomplete',
        'MultiSelect',
        'TagsInput',
        'FileInput',
        'PinInput'
      ].map(name => [name, { defaultProps: { size: 'md' } }])
    ),
    Checkbox: { defaultProps: { size: 'md', iconColor: ON_EMBER } },
    Radio: { defaultProps: { size: 'md', iconColor: ON_EMBER } },
    Switch: { defaultProps: { size: 'md' } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        padding: 'lg',
        closeButtonProps: { 'aria-label': 'Close', size: '2.75rem', iconSize: '1.375rem' },
        overlayProps: { backgroundOpacity: 0.45 },
        transitionProps: { duration: 150 },
        // Mantine's <header> would be a second banner landmark on the page.
        attributes: { header: { role: 'none' } }
      }
    },
    // Focuses the first item at once. While the menu itself has the focus, Home and End scroll the page away.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Tooltip: { defaultProps: { openDelay: 300 } }
  }
})

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-primary-color-contrast': '#fffdfa',
    '--mantine-color-body': '#fbf6ee',
    '--mantine-color-dimmed': '#6b5e53',
    '--mantine-color-placeholder': '#786a5e',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-default-border': '#dccfbd'
  },
  dark: {
    '--mantine-primary-color-contrast': '#2a231e',
    '--mantine-primary-color-filled-hover': '#ffaa7a',
    '--mantine-color-ember-filled-hover': '#ffaa7a',
    // Mantine's brown is so dark that these buttons look disabled.
    '--mantine-color-ember-light': '#513628',
    '--mantine-color-ember-light-hover': '#5f4130',
    '--mantine-color-ember-light-color': '#ffc8a6',
    '--mantine-color-dimmed': '#b9aa9b',
    '--mantine-color-placeholder': '#a39486',
    '--mantine-color-error': '#ff9d92'
  }
})
