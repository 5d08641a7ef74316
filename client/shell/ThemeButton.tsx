import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs'
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs'
import IconSunMoon from '@tabler/icons-react/dist/esm/icons/IconSunMoon.mjs'
import { useHydrated } from '../lib/hydrated.ts'
import classes from './Header.module.css'

const SCHEMES = {
  auto: { icon: IconSunMoon, next: 'light', now: 'Theme: system', press: 'Switch to light' },
  light: { icon: IconSun, next: 'dark', now: 'Theme: light', press: 'Switch to night' },
  dark: { icon: IconMoon, next: 'auto', now: 'Theme: night', press: 'Switch to your system’s' }
} as const satisfies Record<MantineColorScheme, object>

/** Switches between system, light and night. */
export function ThemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { icon: Icon, next, now, press } = SCHEMES[useHydrated() ? colorScheme : 'auto']
  return (
    <button
      type="button"
      className={`${classes.link} ${classes.theme}`}
      aria-label={`${now}. ${press}`}
      title={`${now}. ${press}`}
      onClick={() => setColorScheme(next)}
    >
      <Icon size={22} aria-hidden />
      <span className={classes.themeText}>{now}</span>
    </button>
  )
}
