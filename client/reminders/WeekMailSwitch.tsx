import { Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { followingPage } from '../../domain/publishing/following-api.ts'
import { config } from '../lib/embedded.ts'
import { changePages } from '../lib/page-cache.ts'
import { toastError, useAction } from '../ui/ActionButton.tsx'
import { switchWeekMail } from './settings.ts'

/** The mail on Mondays with news of groups and of what the person follows (D-162). */
export function WeekMailSwitch({ isOn }: { isOn: boolean }) {
  const { run } = useAction(toastError)
  if (!config.sends_mail) return null
  const set = (checked: boolean) =>
    run(async () => {
      await switchWeekMail(checked)
      changePages(followingPage, page => ({ ...page, week_mail: checked ? (1 as const) : (0 as const) }))
    })
  return (
    <Switch
      size="md"
      label="Email me the news of the week"
      description="On Monday mornings: what’s new in your groups and with what you follow."
      checked={isOn}
      onChange={({ currentTarget: { checked } }) => void set(checked)}
    />
  )
}
