import { Checkbox, Stack, Switch, Text } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { reminderSettingsPage } from '../../domain/reminders/api.ts'
import { CHANNELS, type Channel, KIND_NAMES, REMINDER_KINDS, type ReminderKind } from '../../domain/reminders/kinds.ts'
import { SignInPrompt } from '../accounts/SignInPrompt.tsx'
import { config } from '../lib/embedded.ts'
import { usePersonalPage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { AccountFrame } from '../my/AccountFrame.tsx'
import { toastError, useAction } from '../ui/ActionButton.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Panels } from '../ui/Panels.tsx'
import { GoalsPanel, StartsPanel } from './ComingPanels.tsx'
import { DevicesPanel } from './DevicesPanel.tsx'
import { QuietHoursPanel } from './QuietHoursPanel.tsx'
import classes from './RemindersPage.module.css'
import { type Settings, switchAll, switchChannel } from './settings.ts'
import { WeekMailSwitch } from './WeekMailSwitch.tsx'

const NAMES: Record<Channel, string> = { page: 'Inbox', push: 'Push', mail: 'Mail' }

/** All reminders in one place: those of goals and sessions, kinds and channels, devices, quiet hours. */
export function RemindersPage() {
  const page = usePersonalPage(reminderSettingsPage)
  const user = useUser()
  return (
    <AccountFrame>
      <PageHeading title="Reminders" />
      {!user ? (
        <SignInPrompt actionText="to see your reminders" />
      ) : page ? (
        <Stack gap="lg">
          <Panels>
            <AllPanel isOff={page.is_off === 1} hasWeekMail={page.week_mail === 1} />
            <GoalsPanel goals={page.goals} />
            <StartsPanel starts={page.starts} />
            <ChannelsPanel settings={page} />
            <DevicesPanel settings={page} />
            <QuietHoursPanel quiet={page.quiet} timeZone={user.time_zone} />
          </Panels>
        </Stack>
      ) : (
        <Loading />
      )}
    </AccountFrame>
  )
}

/** One switch for everything outside of the page. */
function AllPanel({ isOff, hasWeekMail }: { isOff: boolean; hasWeekMail: boolean }) {
  const { run } = useAction(toastError)
  return (
    <Panel id="all" title="All reminders" space="xs">
      <Switch
        size="md"
        label={config.sends_mail ? 'Send me notifications and emails' : 'Send me notifications'}
        description={isOff ? 'They’re off. Your inbox still has everything.' : undefined}
        checked={!isOff}
        onChange={({ currentTarget: { checked } }) => void run(() => switchAll(checked))}
      />
      <WeekMailSwitch isOn={hasWeekMail} />
    </Panel>
  )
}

function ChannelsPanel({ settings }: { settings: Settings }) {
  return (
    <Panel id="channels" title="What we tell you" space="xs">
      <Text c="dimmed">Changes save automatically.</Text>
      {REMINDER_KINDS.filter(isShown).map(kind => (
        <fieldset key={kind} className={classes.kind}>
          <legend>{KIND_NAMES[kind]}</legend>
          <div className={classes.channels}>
            {CHANNELS.filter(channel => channel !== 'mail' || config.sends_mail).map(channel => (
              <Checkbox
                key={channel}
                label={NAMES[channel]}
                checked={settings.channels[kind].includes(channel)}
                onChange={({ currentTarget: { checked } }) => {
                  switchChannel(settings, kind, channel, checked).catch(toastError)
                }}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </Panel>
  )
}

/** In a free hut no date needs tokens (D-147). */
const isShown = (kind: ReminderKind): boolean => kind !== 'place_unpaid' || !config.is_free
