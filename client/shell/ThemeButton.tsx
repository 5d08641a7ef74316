import { ActionIcon, type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs'
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs'
import IconSunMoon from '@tabler/icons-react/dist/esm/icons/IconSunMoon.mjs'

const SCHEMES = {
  auto: { icon: IconSunMoon, next: 'light', text: 'Theme follows your system. Switch to light' },
  light: { icon: IconSun, next: 'dark', text: 'Light theme. Switch to night' },
  dark: { icon: IconMoon, next: 'auto', text: 'Night theme. Switch to follow your system' }
} as const satisfies Record<MantineColorScheme, object>

export function ThemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { icon: Icon, next, text } = SCHEMES[colorScheme]
  return (
    <ActionIcon color="gray" aria-label={text} title={text} onClick={() => setColorScheme(next)}>
      <Icon size={22} aria-hidden />
    </ActionIcon>
  )
}
